"""The pages and the JSON of `/api`: each handler reads a checked body, asks the tables, answers a struct."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from potluck.locale import LANGUAGES
from potluck.play.errors import PotluckError
from potluck.tables.cleaning import NAME_CHARACTERS
from potluck.tables.refusals import GuestUnknown
from potluck.tables.service import Guest
from potluck.web import words
from potluck.web.addresses import is_loopback, reachable, split_host
from potluck.web.errors import MessageInvalid, PageUnknown, TooLarge, WatchersCannot
from potluck.web.guard import address, refusal, secure
from potluck.web.hub import Hub
from potluck.web.identity import Identity
from potluck.web.limiting import Brakes
from potluck.web.messages import Done, Refused, Welcome
from potluck.web.payloads import (
    Arrange,
    Arranged,
    Asked,
    Holding,
    LinkMade,
    LinkShown,
    MaybeHolding,
    Me,
    Moves,
    Name,
    NewNonce,
    NewTable,
    Nothing,
    Reclaim,
    RematchMade,
    Seated,
    SeatGiven,
    Sit,
    TableOfMine,
)
from potluck.web.settings import DRAIN_BYTES, MESSAGE_BYTES, WebSettings

_JSON: Final = "application/json"
_MAX_QR: Final = 300
_SCHEME: Final = "seat "

A = TypeVar("A", bound=Asked)


class Api:
    """Every handler of `/api`."""

    def __init__(
        self, hub: Hub, identity: Identity, brakes: Brakes, build: str, settings: WebSettings
    ) -> None:
        self._hub = hub
        self._tables = hub.tables
        self._identity = identity
        self._brakes = brakes
        self._build = build
        self._settings = settings

    def routes(self) -> list[Route]:
        """The table of addresses."""

        def get(path: str, handler: Callable[[Request], Awaitable[Response]]) -> Route:
            return Route(f"/api{path}", handler, methods=["GET"])

        def post(path: str, handler: Callable[[Request], Awaitable[Response]]) -> Route:
            return Route(f"/api{path}", handler, methods=["POST"])

        return [
            get("/house", self.house),
            get("/words/{language}", self.words),
            get("/rules/{game}", self.rules),
            get("/qr", self.qr),
            get("/me", self.me),
            post("/me", self.name_me),
            post("/tables", self.create),
            get("/tables/{table}", self.room),
            post("/tables/{table}/sit", self.sit),
            post("/tables/{table}/leave", self.leave),
            post("/tables/{table}/nonce", self.renew_nonce),
            post("/tables/{table}/arrange", self.arrange),
            post("/tables/{table}/start", self.start),
            post("/tables/{table}/link", self.link),
            post("/tables/{table}/rematch", self.rematch),
            post("/tables/{table}/reclaim", self.reclaim),
            post("/tables/{table}/close", self.close),
            get("/tables/{table}/view", self.view),
            post("/tables/{table}/moves", self.moves),
            get("/tables/{table}/record", self.record),
            get("/links/{code}", self.linked),
            post("/links/{code}", self.redeem),
        ]

    # What does not depend on who asks.

    async def house(self, request: Request) -> Response:
        """Build, languages, games, limits."""
        language = words.language(
            request.query_params.get("lang"), request.headers.get("accept-language", "")
        )
        longest = self._tables.settings.chat_characters
        return _json(words.house(self._build, language, NAME_CHARACTERS, longest, self._reach(request)))

    async def words(self, request: Request) -> Response:
        """A whole catalogue."""
        language = request.path_params["language"].replace("-", "_")
        if language not in LANGUAGES:
            raise PageUnknown
        body, tag = words.catalogue(language)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=_JSON, headers=headers)

    async def rules(self, request: Request) -> Response:
        """A game's rules as HTML."""
        language = words.language(
            request.query_params.get("lang"), request.headers.get("accept-language", "")
        )
        body = await self._hub.run(lambda: words.rules_of(request.path_params["game"], language))
        return Response(body, media_type=_JSON, headers={"Cache-Control": "no-cache"})

    async def qr(self, request: Request) -> Response:
        """A QR code of an address of this server, whole address as the person sees it.

        `at` is another origin of ours, one that /api/house told this machine.
        """
        import segno  # only needed when somebody invites

        path = request.query_params.get("text", "")
        if not path.startswith("/") or path.startswith("//") or "\\" in path or len(path) > _MAX_QR:
            raise MessageInvalid
        origin = request.query_params.get("at") or f"{request.url.scheme}://{request.headers['host']}"
        if "at" in request.query_params and origin not in (self._reach(request) or ()):
            raise MessageInvalid
        code = segno.make(f"{origin}{path}", error="m", micro=False)
        svg = BytesIO()
        code.save(svg, kind="svg", xmldecl=False, scale=8, border=3, dark="#000", light="#fff", omitsize=True)
        return Response(svg.getvalue(), media_type="image/svg+xml")

    # Who I am.

    async def me(self, request: Request) -> Response:
        """My name and my tables."""
        guest = await self._guest(request)
        if guest is None:
            return _json(Me(None, []))
        mine = await self._hub.run(lambda: self._tables.mine(guest.id))
        tables = [TableOfMine(my.table, my.game, my.status, my.your_turn, int(my.updated)) for my in mine]
        return _json(Me(guest.name, tables))

    async def name_me(self, request: Request) -> Response:
        """Become a guest, or change one's name."""
        name = (await self._body(request, Name)).name
        guest = await self._guest(request)
        if guest is None:
            self._brakes.new_guest(address(request.scope))
            guest = await self._hub.run(lambda: self._tables.new_guest(name))
        else:
            known = guest.id
            await self._hub.run(lambda: self._tables.rename_guest(known, name))
        response = await self._me_of(guest.id)
        self._identity.remember(response, guest.id, secure=secure(request))
        return response

    # Before the game.

    async def create(self, request: Request) -> Response:
        """Make a table."""
        body = await self._body(request, NewTable)
        guest = await self._known_guest(request)
        self._brakes.new_table(address(request.scope), guest.id)
        made = await self._hub.run(
            lambda: self._tables.create(
                guest.id, body.game, body.options, body.seats, bytes.fromhex(body.nonce)
            )
        )
        here = [each.seat_token for each in made.here]
        return _json(Seated(made.table, made.seat, made.seat_token, here))

    async def room(self, request: Request) -> Response:
        """The table as everybody sees it."""
        table = request.path_params["table"]
        present, watching = self._hub.presence(table)
        return _json(await self._hub.run(lambda: self._tables.room(table, present, watching)))

    async def sit(self, request: Request) -> Response:
        """Take an open seat."""
        table, body = request.path_params["table"], await self._body(request, Sit)
        guest = await self._known_guest(request)
        token = await self._hub.run(
            lambda: self._tables.sit(guest.id, table, body.seat, bytes.fromhex(body.nonce), body.name)
        )
        return _json(SeatGiven(token))

    async def leave(self, request: Request) -> Response:
        """Give a seat up before the game."""
        table, body = request.path_params["table"], await self._body(request, Holding)
        await self._hub.run(lambda: self._tables.leave(table, body.seat_token))
        return _json(Nothing())

    async def renew_nonce(self, request: Request) -> Response:
        """Mix new luck in: after a rematch the old nonces are known to all."""
        table, body = request.path_params["table"], await self._body(request, NewNonce)
        nonce = bytes.fromhex(body.nonce)
        await self._hub.run(lambda: self._tables.renew_nonce(table, body.seat_token, nonce))
        return _json(Nothing())

    async def arrange(self, request: Request) -> Response:
        """Open a seat, or give it to a bot or to somebody on this device."""
        table, body = request.path_params["table"], await self._body(request, Arrange)
        guest = await self._known_guest(request)
        token = await self._hub.run(lambda: self._tables.arrange(guest.id, table, body.seat, body.plan))
        return _json(Arranged(token))

    async def start(self, request: Request) -> Response:
        """Begin."""
        table, _ = request.path_params["table"], await self._body(request, Nothing)
        guest = await self._known_guest(request)
        await self._hub.run(lambda: self._tables.start(guest.id, table))
        return _json(Nothing())

    # During and after it.

    async def link(self, request: Request) -> Response:
        """A code that moves my seat to another device."""
        table, body = request.path_params["table"], await self._body(request, Holding)
        return _json(LinkMade(await self._hub.run(lambda: self._tables.link(table, body.seat_token))))

    async def linked(self, request: Request) -> Response:
        """What a code would do; it stays good."""
        code = request.path_params["code"]
        self._brakes.try_code(address(request.scope))
        guest = self._identity.guest_id(request)
        found = await self._hub.run(lambda: self._tables.linked(guest, code))
        return _json(LinkShown(found.table, found.game, found.name, found.own, found.beside))

    async def reclaim(self, request: Request) -> Response:
        """A new proof of my own seat."""
        table, body = request.path_params["table"], await self._body(request, Reclaim)
        guest = await self._known_guest(request)
        token = await self._hub.run(lambda: self._tables.reclaim(guest.id, table, body.seat))
        return _json(SeatGiven(token))

    async def close(self, request: Request) -> Response:
        """Give a table up."""
        table, _ = request.path_params["table"], await self._body(request, Nothing)
        guest = await self._known_guest(request)
        await self._hub.run(lambda: self._tables.close_table(guest.id, table))
        return _json(Nothing())

    async def redeem(self, request: Request) -> Response:
        """Take the seat of a code over."""
        code, _ = request.path_params["code"], await self._body(request, Nothing)
        self._brakes.try_code(address(request.scope))
        guest = await self._known_guest(request)
        moved = await self._hub.run(lambda: self._tables.redeem(guest.id, code))
        self._hub.changed(moved.table, ("room",))  # the old tab is told
        return _json(Seated(moved.table, moved.seat, moved.seat_token))

    async def rematch(self, request: Request) -> Response:
        """Play on with the same people."""
        table, body = request.path_params["table"], await self._body(request, MaybeHolding)
        guest = await self._known_guest(request)
        self._brakes.new_table(address(request.scope), guest.id)
        return _json(
            RematchMade(await self._hub.run(lambda: self._tables.rematch(guest.id, table, body.seat_token)))
        )

    async def view(self, request: Request) -> Response:
        """What a socket's welcome would say, for clients without one."""
        table, token = request.path_params["table"], _seat_token(request)
        first = request.query_params.get("first", "0")
        if not first.isascii() or not first.isdigit() or len(first) > 9:
            raise MessageInvalid
        guest = self._identity.guest_id(request)
        present, watching = self._hub.presence(table)

        def read() -> Welcome:
            seat = self._tables.seat_of(table, token)
            room = self._tables.room(table, present, watching)
            look = self._tables.look(table, seat, int(first))
            if look is not None and seat is not None and look.events:
                # Nobody says `shown` here: what is answered counts as shown, where memory is the game.
                self._tables.acknowledge(table, seat, look.first + len(look.events))
            me = self._tables.standing(guest, table)
            chat = self._tables.chat(table, 0)
            return Welcome(self._build, seat, [], room, look, chat, me.yours, me.host)

        return _json(await self._hub.run(read))

    async def moves(self, request: Request) -> Response:
        """A submission without a socket."""
        table, token = request.path_params["table"], _seat_token(request)
        body = await self._body(request, Moves)

        def submit() -> Done:
            seat = self._tables.seat_of(table, token)
            if seat is None:
                raise WatchersCannot
            receipt = self._tables.submit(table, seat, body.id, body.version, body.moves)
            return Done(receipt.id, receipt.version)

        try:
            return _json(await self._hub.run(submit))
        except PotluckError as error:
            response = refusal(error)
            response.body = msgspec.json.encode(Refused(body.id, error.phrase))
            response.headers["content-length"] = str(len(response.body))
            return response

    async def record(self, request: Request) -> Response:
        """The record of a finished game."""
        table = request.path_params["table"]
        text = await self._hub.run(lambda: self._tables.record(table))
        headers = {"Content-Disposition": f'attachment; filename="{table}.potluck"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    # Helpers.

    def _reach(self, request: Request) -> list[str] | None:
        """The origins by which others reach us, for who sits at this machine and came by a loopback name."""
        host, port = split_host(request.headers.get("host", ""))
        if not is_loopback(host) or not is_loopback(address(request.scope)):
            return None
        known = reachable(self._settings.host, self._settings.host_names)
        tail = f":{port}" if port else ""
        return [f"{request.url.scheme}://{split_host(each)[0]}{tail}" for each in known]

    async def _guest(self, request: Request) -> Guest | None:
        guest_id = self._identity.guest_id(request)
        if guest_id is None:
            return None
        return await self._hub.run(lambda: self._tables.find_guest(guest_id))

    async def _known_guest(self, request: Request) -> Guest:
        guest = await self._guest(request)
        if guest is None:
            raise GuestUnknown
        return guest

    async def _me_of(self, guest_id: str) -> Response:
        guest = await self._hub.run(lambda: self._tables.find_guest(guest_id))
        if guest is None:
            raise GuestUnknown
        mine = await self._hub.run(lambda: self._tables.mine(guest.id))
        tables = [TableOfMine(my.table, my.game, my.status, my.your_turn, int(my.updated)) for my in mine]
        return _json(Me(guest.name, tables))

    async def _body(self, request: Request, kind: type[A]) -> A:
        self._brakes.post(address(request.scope), self._identity.guest_id(request))
        raw = bytearray()
        read = 0
        async for part in request.stream():
            read += len(part)
            if read <= MESSAGE_BYTES:
                raw += part
            elif read > DRAIN_BYTES:
                break
        if read > MESSAGE_BYTES:
            raise TooLarge
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise MessageInvalid(type(error).__name__) from None


def _json(value: Struct) -> Response:
    return Response(msgspec.json.encode(value), media_type=_JSON)


def _seat_token(request: Request) -> str | None:
    header = request.headers.get("authorization", "")
    return header[len(_SCHEME) :].strip()[:200] or None if header.lower().startswith(_SCHEME) else None
