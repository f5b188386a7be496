"""The requests of `/api` that are about the house and its guests, not about one table."""

from io import BytesIO
from typing import Final

from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from potluck.locale import LANGUAGES
from potluck.tables.cleaning import NAME_CHARACTERS, clean_name
from potluck.tables.refusals import GuestUnknown
from potluck.tables.service import MyTable
from potluck.web import words
from potluck.web.addresses import Hosts, is_loopback, origin_of, reachable, split_host
from potluck.web.desk import Desk, answer
from potluck.web.errors import CookiesBlocked, MessageInvalid, PageUnknown
from potluck.web.guard import address
from potluck.web.kept import ALWAYS_ASK, FOR_EVER
from potluck.web.payloads import HouseLimits, Me, Name, Reach, TableOfMine
from potluck.web.settings import MESSAGE_BYTES, WebSettings

_MAX_QR: Final = 300


class HouseApi:
    """The house and who I am."""

    def __init__(self, desk: Desk, build: str, settings: WebSettings, hosts: Hosts) -> None:
        self._desk = desk
        self._hub = desk.hub
        self._tables = desk.hub.tables
        self._build = build
        self._settings = settings
        self._hosts = hosts

    async def house(self, request: Request) -> Response:
        """Build, languages, games, limits, where the words of each game are."""
        tables = self._tables.settings
        limits = HouseLimits(
            name=NAME_CHARACTERS,
            text=tables.chat_characters,
            message=MESSAGE_BYTES,
            seat_link=int(tables.link_seconds),
            place_link=int(tables.offer_life),
        )
        kept = await self._hub.run(lambda: words.house(self._build, limits))
        return kept.answer(request, ALWAYS_ASK)

    async def reach(self, request: Request) -> Response:
        """The addresses that friends can use, for who sits at the server."""
        return answer(Reach(self._reach(request)))

    async def words(self, request: Request) -> Response:
        """The words of the house, and of each game what is read before a table."""
        language = _language(request)
        kept = await self._hub.run(lambda: words.house_words(language))
        return kept.answer(request, ALWAYS_ASK)

    async def game_words(self, request: Request) -> Response:
        """The words that the tables of a game need besides."""
        language, game = _language(request), request.path_params["game"]
        kept = await self._hub.run(lambda: words.words_of(game, language))
        # A page from before an update asks for words that are gone: it gets today's, to be kept by nobody.
        current = request.path_params["hash"] == kept.digest
        return kept.answer(request, FOR_EVER if current else ALWAYS_ASK)

    async def rules(self, request: Request) -> Response:
        """A game's rules as HTML."""
        language = words.language(
            request.query_params.get("lang"), request.headers.get("accept-language", "")
        )
        kept = await self._hub.run(lambda: words.rules_of(request.path_params["game"], language))
        return kept.answer(request, ALWAYS_ASK)

    async def qr(self, request: Request) -> Response:
        """A QR code of an address of this server, whole address as the person sees it.

        `at` is the origin: the page's own, or one that /api/reach told this machine.
        """
        import segno  # only needed when somebody invites

        path = request.query_params.get("text", "")
        if not path.startswith("/") or path.startswith("//") or "\\" in path or len(path) > _MAX_QR:
            raise MessageInvalid
        host = request.headers["host"]
        origin = request.query_params.get("at", f"{request.url.scheme}://{host}")
        if not self._hosts.speaks(origin, host) and origin not in (self._reach(request) or ()):
            raise MessageInvalid
        code = segno.make(f"{origin}{path}", error="m", micro=False)
        svg = BytesIO()
        code.save(svg, kind="svg", xmldecl=False, scale=8, border=3, dark="#000", light="#fff", omitsize=True)
        return Response(svg.getvalue(), media_type="image/svg+xml")

    async def me(self, request: Request) -> Response:
        """My name and my tables."""
        guest = await self._desk.guest(request)
        if guest is None:
            response = answer(Me(None, []))
            self._desk.identity.try_out(request, response)
            return response
        mine = await self._hub.run(lambda: self._tables.mine(guest.id))
        return answer(Me(guest.name, [_of_mine(my) for my in mine]))

    async def name_me(self, request: Request) -> Response:
        """Become a guest, or change one's name."""
        asked = await self._desk.body(request, Name)
        name = asked.name
        guest = await self._desk.guest(request)
        if guest is None:
            if asked.tried and not self._desk.identity.keeps(request):
                raise CookiesBlocked
            clean_name(name)  # what is refused is no guest made
            self._desk.brakes.new_guest(address(request.scope))
            guest = await self._hub.run(lambda: self._tables.new_guest(name))
        else:
            known = guest.id
            await self._hub.run(lambda: self._tables.rename_guest(known, name))
        response = await self._me_of(guest.id)
        self._desk.identity.remember(request, response, guest.id)
        return response

    def _reach(self, request: Request) -> list[str] | None:
        """The origins by which others reach us, for who sits at this machine and came by a loopback name."""
        host, port = split_host(request.headers.get("host", ""))
        if not is_loopback(host) or not is_loopback(address(request.scope)):
            return None
        known = reachable(self._settings.host, self._settings.host_names)
        return [origin_of(request.url.scheme, each, port) for each in known]

    async def _me_of(self, guest_id: str) -> Response:
        guest = await self._hub.run(lambda: self._tables.find_guest(guest_id))
        if guest is None:
            raise GuestUnknown
        mine = await self._hub.run(lambda: self._tables.mine(guest.id))
        return answer(Me(guest.name, [_of_mine(my) for my in mine]))


def _language(request: Request) -> str:
    """The language in an address; raises PageUnknown."""
    language = str(request.path_params["language"]).replace("-", "_")
    if language not in LANGUAGES:
        raise PageUnknown
    return language


def _of_mine(my: MyTable) -> TableOfMine:
    return TableOfMine(**{**asdict(my), "updated": int(my.updated)})
