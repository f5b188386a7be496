"""What the handlers of `/api` share: reading a checked body, knowing who asks, answering a struct."""

from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from potluck.tables.refusals import GuestUnknown
from potluck.tables.service import Guest
from potluck.web.errors import MessageInvalid, TooLarge
from potluck.web.guard import address
from potluck.web.hub import Hub
from potluck.web.identity import Identity
from potluck.web.limiting import Brakes
from potluck.web.payloads import Asked
from potluck.web.settings import DRAIN_BYTES, MESSAGE_BYTES

JSON: Final = "application/json"
_SCHEME: Final = "seat "

A = TypeVar("A", bound=Asked)


class Desk:
    """Where requests come in."""

    def __init__(self, hub: Hub, identity: Identity, brakes: Brakes) -> None:
        self.hub = hub
        self.identity = identity
        self.brakes = brakes

    def guest_id(self, request: Request) -> str | None:
        """The id in the cookie, if it is one of ours."""
        return self.identity.guest_id(request)

    async def guest(self, request: Request) -> Guest | None:
        """Who asks, if they have a name."""
        guest_id = self.guest_id(request)
        if guest_id is None:
            return None
        return await self.hub.run(lambda: self.hub.tables.find_guest(guest_id))

    async def known_guest(self, request: Request) -> Guest:
        """Who asks; raises GuestUnknown."""
        guest = await self.guest(request)
        if guest is None:
            raise GuestUnknown
        return guest

    async def body(self, request: Request, kind: type[A]) -> A:
        """The checked body of a request that changes something; raises TooFast, TooLarge, MessageInvalid."""
        self.brakes.post(address(request.scope), self.guest_id(request))
        raw = await body_of(request)
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise MessageInvalid(type(error).__name__) from None


async def body_of(request: Request) -> bytes:
    """The body; raises TooLarge, once it is read off so that words can answer it."""
    raw = bytearray()
    read = 0
    try:
        async for part in request.stream():
            read += len(part)
            if read <= MESSAGE_BYTES:
                raw += part
            elif read > DRAIN_BYTES:
                break
    except ClientDisconnect:
        raise MessageInvalid("it ends before its end") from None
    if read > MESSAGE_BYTES:
        raise TooLarge
    return bytes(raw)


def answer(value: Struct) -> Response:
    """A struct as JSON."""
    return Response(msgspec.json.encode(value), media_type=JSON)


def seat_token(request: Request) -> str | None:
    """The proof of a seat, without a socket."""
    header = request.headers.get("authorization", "")
    return header[len(_SCHEME) :].strip()[:200] or None if header.lower().startswith(_SCHEME) else None
