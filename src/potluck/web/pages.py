"""The built client as files: hashed assets that may be kept for ever, and one page for every address."""

import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from potluck.web import words
from potluck.web.errors import PageUnknown

_ASSETS: Final = "assets"
_PAGE: Final = "index.html"
# Vite puts a hash of the content into the name of every asset.
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_ALWAYS_ASK: Final = "no-cache"

# Not every system's table knows these.
for _suffix, _type in (
    (".js", "text/javascript"),
    (".woff2", "font/woff2"),
    (".webmanifest", "application/manifest+json"),
):
    mimetypes.add_type(_type, _suffix)


class Pages:
    """Serves the static folder."""

    def __init__(self, static: Path) -> None:
        self._static = static
        # Only what is there at the start is served: no path from outside is ever joined to a folder.
        self._files = {
            path.relative_to(static).as_posix(): path
            for path in (static.rglob("*") if static.is_dir() else ())
            if path.is_file()
        }

    async def page(self, request: Request) -> Response:
        """A file of the client, or its page for any address that is no file."""
        name = request.path_params["path"]
        if name == _PAGE:
            name = ""
        if name in self._files:
            kept = _IMMUTABLE if name.startswith(f"{_ASSETS}/") else _ALWAYS_ASK
            return FileResponse(self._files[name], headers={"Cache-Control": kept})
        if "." in name.rpartition("/")[2] or name.split("/")[0] in (_ASSETS, "api"):
            raise PageUnknown
        page = self._files.get(_PAGE)
        if page is not None:
            return FileResponse(page, headers={"Cache-Control": _ALWAYS_ASK})
        language = words.language(
            request.query_params.get("lang"), request.headers.get("accept-language", "")
        )
        return Response(words.unbuilt_page(language), 503, media_type="text/html; charset=utf-8")
