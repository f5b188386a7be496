"""The requests of `/api` that play: what a socket's messages do, for clients without one."""

from collections.abc import Awaitable

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from potluck.play.errors import PotluckError
from potluck.tables.wishes import Wish
from potluck.web.desk import Desk, answer, seat_token
from potluck.web.errors import MessageInvalid, WatchersCannot
from potluck.web.messages import Done, Reasons, Refused, Tried, Welcome, move_names, tried
from potluck.web.payloads import AskedTry, AskedWhy, Moves
from potluck.web.worded import refusal


class PlayApi:
    """One game."""

    def __init__(self, desk: Desk, build: str) -> None:
        self._desk = desk
        self._hub = desk.hub
        self._tables = desk.hub.tables
        self._build = build

    async def view(self, request: Request) -> Response:
        """What a socket's welcome would say, for clients without one."""
        table, token = request.path_params["table"], seat_token(request)
        first = request.query_params.get("first", "0")
        if not first.isascii() or not first.isdigit() or len(first) > 9:
            raise MessageInvalid
        sections = request.query_params.get("sections", "1")
        if sections not in ("0", "1"):
            raise MessageInvalid
        guest = self._desk.guest_id(request)

        def read() -> Welcome:
            tables = self._tables
            seat = tables.seat_of(table, token)
            if seat is None:
                look = tables.look(table, None, int(first), sections=sections == "1")
            else:
                tables.noticed(table, seat, guest)
                # Nobody says `shown` here.
                look = tables.tell(table, seat, int(first), sections=sections == "1")
            around = tables.around(table)
            me, chat = around.standing(guest), tables.chat(table, 0)
            return Welcome(
                self._build, seat, [], around.room, look, chat,
                me.yours, me.host, me.back, says=me.says, closing=me.closing,
            )  # fmt: skip

        return answer(await self._hub.run(read))

    async def moves(self, request: Request) -> Response:
        """A submission."""
        table, token = request.path_params["table"], seat_token(request)
        body = await self._desk.body(request, Moves)
        guest = self._desk.guest_id(request)

        async def submit() -> Done:
            seat = await self._hub.run(lambda: self._seat(table, token))
            self._desk.brakes.submit(table, guest or f"seat {seat}", back=False)
            wish = Wish(
                table=table,
                seat=seat,
                client_id=body.id,
                version=body.version,
                moves=move_names(body.moves),
                token=token,
            )
            receipt = await self._tables.submitted(wish)
            return Done(receipt.id, receipt.version)

        return await self._answered(body.id, submit())

    async def why(self, request: Request) -> Response:
        """Why not these moves."""
        table, token = request.path_params["table"], seat_token(request)
        body = await self._desk.body(request, AskedWhy)

        def ask() -> Reasons:
            viewer = self._tables.seat_of(table, token)
            found = self._tables.why(table, viewer, body.version, move_names(body.moves))
            return Reasons(body.id, found.version, found.why)

        return await self._answered(body.id, self._hub.run(ask))

    async def tried(self, request: Request) -> Response:
        """What if."""
        table, token = request.path_params["table"], seat_token(request)
        body = await self._desk.body(request, AskedTry)

        def ask() -> Tried:
            seat = self._seat(table, token)
            return tried(body.id, self._tables.try_moves(table, seat, body.version, move_names(body.moves)))

        return await self._answered(body.id, self._hub.run(ask))

    async def record(self, request: Request) -> Response:
        """The record of a finished game, or for who plays alone of one that cannot go on."""
        table = request.path_params["table"]
        guest = self._desk.guest_id(request)
        text = await self._hub.run(lambda: self._tables.record(table, guest))
        headers = {"Content-Disposition": f'attachment; filename="{table}.potluck"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    def _seat(self, table: str, token: str | None) -> int:
        seat = self._tables.seat_of(table, token)
        if seat is None:
            raise WatchersCannot
        self._tables.noticed(table, seat, None)
        return seat

    async def _answered(self, client_id: str, asked: Awaitable[Struct]) -> Response:
        """What is answered, or the refusal with its id, as on a socket."""
        try:
            return answer(await asked)
        except PotluckError as error:
            response = refusal(error)
            response.body = msgspec.json.encode(Refused(client_id, error.phrase))
            response.headers["content-length"] = str(len(response.body))
            return response
