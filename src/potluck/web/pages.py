"""The built client in a browser: hashed assets that may be kept for ever, and one page for every address.

The page names what its address will need, and at a table also the game, so that a browser asks for all of it
at once instead of finding it out step by step.
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
_HEAD_ENDS: Final = "</head>"

GameOf = Callable[[str], Awaitable[str]]


class Pages:
    """Serves the static folder."""

    def __init__(self, static: Path, game_of: GameOf) -> None:
        """`game_of` says which game a table plays; raises TableUnknown and the like."""
        self._game_of = game_of
        built = Built(static)
        self._files = built.files
        self._page = page = built.files.get(_PAGE)
        self._parts: dict[str, Kept] = {}  # by the first part of the address
        self._tables: dict[str, Kept] = {}  # by game
        if page is not None:
            of = built.shipped.pages
            boards = built.shipped.boards
            self._parts = {part: _naming(page, preload) for part, preload in of.items()}
            self._tables = {
                game: _naming(page, of.get(_TABLE, Preload()), boards.get(game, Preload()), game=game)
                for game in games()
            }

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
            return Response(words.unbuilt_page(language), 503, media_type="text/html; charset=utf-8")
        return (await self._page_of(name) or self._page).answer(request, ALWAYS_ASK)

    async def _page_of(self, name: str) -> Kept | None:
        part, _, rest = name.rstrip("/").partition("/")
        if part == _TABLE and rest and "/" not in rest:
            try:
                found = self._tables.get(await self._game_of(rest))
            except PotluckError:
                found = None  # the page itself says that there is no such table
            except Exception:  # the page can be had, whatever is wrong with the tables
                log.exception("the game of a table cannot be told")
                found = None
            if found is not None:
                return found
        return self._parts.get(part)


def _asset(name: str) -> bool:
    # Vite puts a hash of the content into the name of every asset.
    return name.startswith(f"{_ASSETS}/")


def _naming(page: Kept, *preloads: Preload, game: str | None = None) -> Kept:
    """The page with a game and what will be needed named in its head."""
    lines = [] if game is None else [f'<meta name="game" content="{escape(game)}">']
    for each in preloads:
        lines += [f'<link rel="modulepreload" crossorigin href="/{escape(name)}">' for name in each.modules]
        # Not yet a style sheet: what draws the page puts it there, and nothing waits for it before.
        lines += [
            f'<link rel="preload" as="style" crossorigin href="/{escape(name)}">' for name in each.styles
        ]
    head, end, rest = page.plain.decode("utf-8").partition(_HEAD_ENDS)
    body = (head + "".join(f"  {line}\n  " for line in lines) + end + rest).encode("utf-8")
    return Kept(body, page.media_type, {"gzip": gzipped(body)})
