"""A refusal as its asker can read it: JSON for programs and our client, a page for who opened an address."""

import html
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from potluck.locale import Speaker, house_catalogue
from potluck.play.errors import PotluckError
from potluck.tables.refusals import LinkVoid
from potluck.web import words
from potluck.web.errors import status
from potluck.web.payloads import Problem
from potluck.web.prefix import path_of

READING: Final = ("GET", "HEAD")


def refusal(error: PotluckError) -> Response:
    """As JSON."""
    problem = Problem(error.phrase, error.table if isinstance(error, LinkVoid) else None)
    return Response(msgspec.json.encode(problem), status(error), media_type="application/json")


def refused(scope: Scope, error: PotluckError) -> Response:
    """As a page where a browser asks for one, else as JSON. Nothing of what was asked stands in it."""
    headers = Headers(scope=scope)
    page = scope["type"] == "http" and scope["method"] in READING and "text/html" in headers.get("accept", "")
    if not page or path_of(scope).startswith("/api/"):
        return refusal(error)
    language = words.language(None, headers.get("accept-language", ""))
    sentence = Speaker(language, [house_catalogue(language)], {}, []).say(error.phrase)
    return Response(
        words.bare_page(language, "Potluck", f"<p>{html.escape(sentence)}</p>"),
        status(error),
        {"Cache-Control": "no-store", "Vary": "Accept, Accept-Language"},
        "text/html; charset=utf-8",
    )
