"""The requests of `/api` about people who are away: their seats, their coming back, giving up, stopping."""

from starlette.requests import Request
from starlette.responses import Response

from potluck.web.desk import Desk, answer
from potluck.web.payloads import (
    Back,
    Concede,
    Decided,
    GivenBack,
    Hand,
    Nothing,
    Offer,
    Offered,
    Voted,
)


class AbsentApi:
    """Seats that change hands in the middle of a game."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._hub = desk.hub
        self._tables = desk.hub.tables

    async def hand(self, request: Request) -> Response:
        """Have a bot play an away person's seat on, or propose it."""
        table, body = request.path_params["table"], await self._desk.body(request, Hand)
        guest = await self._desk.known_guest(request)
        carried = await self._hub.run(lambda: self._tables.hand(guest.id, table, body.seat, body.level))
        return answer(Decided(carried))

    async def offer(self, request: Request) -> Response:
        """A link to an away person's seat for somebody from outside, or propose one."""
        table, body = request.path_params["table"], await self._desk.body(request, Offer)
        guest = await self._desk.known_guest(request)
        return answer(Offered(await self._hub.run(lambda: self._tables.offer(guest.id, table, body.seat))))

    async def vote(self, request: Request) -> Response:
        """Be for or against what is proposed."""
        table, body = request.path_params["table"], await self._desk.body(request, Voted)
        guest = await self._desk.known_guest(request)
        carried = await self._hub.run(
            lambda: self._tables.vote(guest.id, table, body.about, body.seat, body.yes)
        )
        return answer(Decided(carried))

    async def back(self, request: Request) -> Response:
        """Take my seat back, or ask who plays it. The token I had is enough."""
        table, body = request.path_params["table"], await self._desk.body(request, Back)
        guest = self._desk.guest_id(request)
        token = await self._hub.run(lambda: self._tables.back(guest, table, body.seat, body.seat_token))
        return answer(GivenBack(token))

    async def concede(self, request: Request) -> Response:
        """Give my seat up; a bot plays on."""
        table, body = request.path_params["table"], await self._desk.body(request, Concede)
        await self._hub.run(lambda: self._tables.concede(table, body.seat_token, body.level))
        return answer(Nothing())

    async def close(self, request: Request) -> Response:
        """Give a table up, or propose to stop playing."""
        table, _ = request.path_params["table"], await self._desk.body(request, Nothing)
        guest = await self._desk.known_guest(request)
        return answer(Decided(await self._hub.run(lambda: self._tables.close_table(guest.id, table))))
