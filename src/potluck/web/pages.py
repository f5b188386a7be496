"""The built client in a browser: hashed assets that may be kept for ever, and one page for every address.

The page names what its address will need, and at a table also the game, so that a browser asks for all of it
at once instead of finding it out step by step. It names everything relative to its own address: a proxy may
show us under any path and need not say which.
"""

import logging
from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from potluck.play.errors import PotluckError
from potluck.play.registry import games
from potluck.web import words
from potluck.web.built import Built, Preload
from potluck.web.errors import PageUnknown
from potluck.web.kept import ALWAYS_ASK, FOR_EVER, Kept, gzipped

log = logging.getLogger("potluck.web")

_ASSETS: Final = "assets"
_PAGE: Final = "index.html"
_TABLE: Final = "t"  # /t/<id>
_NOWHERE: Final = "-"  # the first part of an address that is none of ours
_HTML: Final = "text/html; charset=utf-8"
_HEAD_ENDS: Final = "</head>"
_BEGINS: Final = '<div id="app">'
_HERE: Final = '="./'  # how the build begins an address
_DEEPEST: Final = 8  # slashes in an address; no page of ours has more than two

GameOf = Callable[[str], Awaitable[str]]


class Pages:
    """Serves the static folder."""

    def __init__(self, static: Path, game_of: GameOf) -> None:
        """`game_of` says which game a table plays; raises TableUnknown and the like."""
        self._game_of = game_of
        built = Built(static)
        self._files = built.files
        page = built.files.get(_PAGE)
        self._page = None if page is None else page.plain.decode("utf-8")
        self._preloads = built.shipped.pages
        self._boards = built.shipped.boards
        # By first part, game and depth of the address.
        self._made: dict[tuple[str, str | None, int], Kept] = {}

    async def page(self, request: Request) -> Response:
        """A file of the client, or its page for any address that is no file."""
        name = request.path_params["path"]
        if name == _PAGE:
            name = ""
        if name in self._files:
            return self._files[name].answer(request, FOR_EVER if _asset(name) else ALWAYS_ASK)
        if "." in name.rpartition("/")[2] or name.split("/")[0] in (_ASSETS, "api"):
            raise PageUnknown
        if self._page is None:
            language = words.language(
                request.query_params.get("lang"), request.headers.get("accept-language", "")
            )
            return Response(words.unbuilt_page(language), 503, media_type=_HTML)
        depth = _depth(request)
        if depth > _DEEPEST:
            raise PageUnknown
        part, _, rest = name.rstrip("/").partition("/")
        key = (part if part in self._preloads else _NOWHERE, await self._game(part, rest), depth)
        if key not in self._made:
            self._made[key] = self._make(self._page, *key)
        return self._made[key].answer(request, ALWAYS_ASK)

    async def _game(self, part: str, rest: str) -> str | None:
        """Which game is played at the table of an address."""
        if part != _TABLE or not rest or "/" in rest:
            return None
        try:
            game = await self._game_of(rest)
        except PotluckError:
            return None  # the page itself says that there is no such table
        except Exception:  # the page can be had, whatever is wrong with the tables
            log.exception("the game of a table cannot be told")
            return None
        return game if game in games() else None

    def _make(self, page: str, part: str, game: str | None, depth: int) -> Kept:
        """The page with a game and what will be needed named in its head."""
        lines = [] if game is None else [f'<meta name="game" content="{escape(game)}">']
        none = Preload()
        for each in (self._preloads.get(part, none), self._boards.get(game or "", none)):
            lines += [
                f'<link rel="modulepreload" crossorigin href="./{escape(name)}">' for name in each.modules
            ]
            # Not yet a style sheet: what draws the page puts it there, and nothing waits for it before.
            lines += [
                f'<link rel="preload" as="style" crossorigin href="./{escape(name)}">' for name in each.styles
            ]
        head, end, rest = page.partition(_HEAD_ENDS)
        whole = head + "".join(f"  {line}\n  " for line in lines) + end + rest
        whole = whole.replace(_BEGINS, _BEGINS + words.unstyled(), 1)
        body = whole.replace(_HERE, f'="{"../" * depth or "./"}').encode("utf-8")
        return Kept(body, _HTML, {"gzip": gzipped(body)})


def _asset(name: str) -> bool:
    # Vite puts a hash of the content into the name of every asset.
    return name.startswith(f"{_ASSETS}/")


def _depth(request: Request) -> int:
    """How many slashes of the address come after the one we begin with, as the browser has it."""
    scope = request.scope
    return int(scope["raw_path"].count(b"/")) - 1 - str(scope.get("root_path", "")).count("/")
