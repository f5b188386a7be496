"""The requests of `/api` that make a table, fill it, and say whose its seats are."""

from starlette.requests import Request
from starlette.responses import Response

from potluck.web.desk import Desk, answer
from potluck.web.guard import address
from potluck.web.payloads import (
    Arrange,
    Arranged,
    Holding,
    LinkMade,
    LinkShown,
    MaybeHolding,
    NewNonce,
    NewTable,
    Nothing,
    Reclaim,
    RematchMade,
    Seated,
    SeatGiven,
    Sit,
)


class TablesApi:
    """Tables and seats."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._hub = desk.hub
        self._tables = desk.hub.tables

    async def create(self, request: Request) -> Response:
        """Make a table."""
        body = await self._desk.body(request, NewTable)
        guest = await self._desk.known_guest(request)
        self._desk.brakes.new_table(address(request.scope), guest.id)
        made = await self._hub.run(
            lambda: self._tables.create(
                guest.id, body.game, body.options, body.seats, bytes.fromhex(body.nonce)
            )
        )
        here = [each.seat_token for each in made.here]
        return answer(Seated(made.table, made.seat, made.seat_token, here))

    async def room(self, request: Request) -> Response:
        """The table as everybody sees it."""
        table = request.path_params["table"]
        return answer(await self._hub.run(lambda: self._tables.room(table)))

    async def sit(self, request: Request) -> Response:
        """Take an open seat."""
        table, body = request.path_params["table"], await self._desk.body(request, Sit)
        guest = await self._desk.known_guest(request)
        token = await self._hub.run(
            lambda: self._tables.sit(guest.id, table, body.seat, bytes.fromhex(body.nonce), body.name)
        )
        return answer(SeatGiven(token))

    async def leave(self, request: Request) -> Response:
        """Give a seat up before the game."""
        table, body = request.path_params["table"], await self._desk.body(request, Holding)
        await self._hub.run(lambda: self._tables.leave(table, body.seat_token))
        return answer(Nothing())

    async def renew_nonce(self, request: Request) -> Response:
        """Mix new luck in: after a rematch the old nonces are known to all."""
        table, body = request.path_params["table"], await self._desk.body(request, NewNonce)
        nonce = bytes.fromhex(body.nonce)
        await self._hub.run(lambda: self._tables.renew_nonce(table, body.seat_token, nonce))
        return answer(Nothing())

    async def arrange(self, request: Request) -> Response:
        """Open a seat, or give it to a bot or to somebody on this device."""
        table, body = request.path_params["table"], await self._desk.body(request, Arrange)
        guest = await self._desk.known_guest(request)
        token = await self._hub.run(lambda: self._tables.arrange(guest.id, table, body.seat, body.plan))
        return answer(Arranged(token))

    async def start(self, request: Request) -> Response:
        """Begin."""
        table, _ = request.path_params["table"], await self._desk.body(request, Nothing)
        guest = await self._desk.known_guest(request)
        await self._hub.run(lambda: self._tables.start(guest.id, table))
        return answer(Nothing())

    async def link(self, request: Request) -> Response:
        """A code that moves my seat to another device."""
        table, body = request.path_params["table"], await self._desk.body(request, Holding)
        return answer(LinkMade(await self._hub.run(lambda: self._tables.link(table, body.seat_token))))

    async def linked(self, request: Request) -> Response:
        """What a code would do; it stays good."""
        code = request.path_params["code"]
        self._desk.brakes.try_code(address(request.scope))
        guest = self._desk.guest_id(request)
        found = await self._hub.run(lambda: self._tables.linked(guest, code))
        return answer(LinkShown(found.table, found.game, found.name, found.own, found.beside, found.gives))

    async def reclaim(self, request: Request) -> Response:
        """A new proof of my own seat."""
        table, body = request.path_params["table"], await self._desk.body(request, Reclaim)
        guest = await self._desk.known_guest(request)
        token = await self._hub.run(lambda: self._tables.reclaim(guest.id, table, body.seat))
        return answer(SeatGiven(token))

    async def redeem(self, request: Request) -> Response:
        """Take the seat of a code over."""
        code, _ = request.path_params["code"], await self._desk.body(request, Nothing)
        self._desk.brakes.try_code(address(request.scope))
        guest = await self._desk.known_guest(request)
        moved = await self._hub.run(lambda: self._tables.redeem(guest.id, code))
        self._hub.changed(moved.table, ("room",))  # the old tab is told
        return answer(Seated(moved.table, moved.seat, moved.seat_token))

    async def rematch(self, request: Request) -> Response:
        """Play on with the same people."""
        table, body = request.path_params["table"], await self._desk.body(request, MaybeHolding)
        guest = await self._desk.known_guest(request)
        self._desk.brakes.new_table(address(request.scope), guest.id)
        return answer(
            RematchMade(await self._hub.run(lambda: self._tables.rematch(guest.id, table, body.seat_token)))
        )
