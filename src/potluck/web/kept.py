"""Answers that are the same for everybody, kept with their compressed forms, and which one somebody takes.

Compressed is only what is public and holds nothing that a stranger chose. The size of any other answer
would tell of what is in it (BREACH), so rooms, looks and people's names never come through here.
"""

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

# A hash of the content is in the address, so what is there never changes.
FOR_EVER: Final = "public, max-age=31536000, immutable"
ALWAYS_ASK: Final = "no-cache"

# The codings this server knows, the smallest result first, and how a tag names each.
CODINGS: Final[Mapping[str, str]] = MappingProxyType({"br": "br", "gzip": "gz"})
_PLAIN: Final = "identity"
_OTHER_NAMES: Final = {"x-gzip": "gzip"}
_LONGEST: Final = 500  # characters of a header that are read

_NONE: Final[Mapping[str, bytes]] = MappingProxyType({})


def digest(body: bytes) -> str:
    """A short name for a content, fit for an address."""
    return blake2b(body, digest_size=12).hexdigest()


def gzipped(body: bytes) -> bytes:
    """The gzip form, the same whenever it is made."""
    return gzip.compress(body, 9, mtime=0)


class Kept:
    """One body with its compressed forms."""

    def __init__(
        self, body: bytes, media_type: str, compressed: Mapping[str, bytes] = _NONE, *, varies: bool = False
    ) -> None:
        """`compressed` are forms by coding. `varies`: such bodies come in several forms, if not this one."""
        self.digest = digest(body)
        self.media_type = media_type
        self._varies = varies or bool(compressed)
        # Where compressing gains nothing, nothing is unpacked for it.
        self._forms = {
            **{each: compressed[each] for each in CODINGS if len(compressed.get(each, body)) < len(body)},
            _PLAIN: body,
        }

    @property
    def plain(self) -> bytes:
        """The body itself."""
        return self._forms[_PLAIN]

    def answer(self, request: Request, caching: str) -> Response:
        """The form that is asked for, or that the asker has it; a HEAD gets the headers of its GET."""
        coding = chosen(request.headers.getlist("accept-encoding"), self._forms)
        suffix = f"-{CODINGS[coding]}" if coding in CODINGS else ""
        tag = f'"{self.digest}{suffix}"'
        headers = {"ETag": tag, "Cache-Control": caching}
        if self._varies:
            headers["Vary"] = "Accept-Encoding"
        if known(request.headers.getlist("if-none-match"), tag):
            return Response(status_code=304, headers=headers)
        if coding in CODINGS:
            headers["Content-Encoding"] = coding
        body = self._forms[coding]
        headers["Content-Length"] = str(len(body))
        return Response(
            b"" if request.method == "HEAD" else body, headers=headers, media_type=self.media_type
        )


def kept_json(body: bytes) -> Kept:
    """A public answer of `/api`."""
    return Kept(body, "application/json", {"gzip": gzipped(body)})


def chosen(accepted: list[str], forms: Mapping[str, bytes]) -> str:
    """The form that these Accept-Encoding headers like best, of several the smallest; plain if none is liked.

    Who sends no such header, or one that cannot be read, gets what everybody understands.
    """
    weights = _weights(accepted)
    if not weights:
        return _PLAIN
    rest = weights.get("*", 0.0)
    # Plain is always acceptable unless it is refused, but nobody prefers it without saying so.
    best, weight = _PLAIN, weights.get(_PLAIN, 0.0)
    for coding in forms:
        liked = weights.get(coding, rest)
        if coding != _PLAIN and liked > 0 and (liked > weight or (liked == weight and best == _PLAIN)):
            best, weight = coding, liked
    return best


def _weights(headers: list[str]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for part in ",".join(headers)[:_LONGEST].split(","):
        name, *parameters = (each.strip().lower() for each in part.split(";"))
        if not name:
            continue
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                quality = _quality(value.strip())
        weights[_OTHER_NAMES.get(name, name)] = quality
    return weights


def _quality(text: str) -> float:
    """A weight from 0 to 1; what is none counts as a refusal."""
    whole, _, decimals = text.partition(".")
    if whole not in ("0", "1") or len(decimals) > 3 or not (decimals == "" or decimals.isdecimal()):
        return 0.0
    return min(1.0, float(text.rstrip(".")))


def known(headers: list[str], tag: str) -> bool:
    """Whether If-None-Match names a tag; weak ones count, for what is compared are whole bodies."""
    named = {each.strip().removeprefix("W/") for each in ",".join(headers).split(",")}
    return tag in named or "*" in named
