"""How a seat's row changes when somebody else plays on, and when its owner comes back."""

from typing import Any

from potluck.tables import link_rows
from potluck.tables.control import Handing
from potluck.tables.guest_rows import known
from potluck.tables.seat_rows import put
from potluck.tables.secrets import token_hash


def to_bot(handing: Handing, level: str) -> None:
    """A bot plays a seat on. Who sat there may come back: their token and the links stay as they are."""
    _put(handing, kind="bot", level=level)


def concede(handing: Handing, level: str) -> None:
    """Whoever plays a seat gives it up to a bot, for good; who only stood in leaves it to its owner."""
    row, now = handing.row, handing.scene.here.now
    if row.owner is None:
        _put(handing, kind="bot", level=level, token=None, conceded=now)
    else:
        _put(handing, kind="bot", level=level, **_owners(handing))
    _void(handing)


def to_substitute(handing: Handing, guest: str, token: str) -> None:
    """Somebody from outside plays a seat on; whose it is first of all is remembered. Raises GuestUnknown.

    What is told once and was not yet shown to the seat is shown to them, if no bot has been told it; of the
    rest they are not told that they missed it.
    """
    row, now = handing.row, handing.scene.here.now
    known(handing.connection, guest, now)
    first = row.owner is None
    _put(
        handing,
        guest=guest,
        name=None,
        token=token_hash(token),
        delivered=row.delivered if handing.forgets and handing.before is None else handing.told,
        seen=now,
        owner=row.guest if first else row.owner,
        owner_name=row.name if first else row.owner_name,
        called=None,
        owner_called=row.called if first else row.owner_called,
        owner_token=row.token if first else row.owner_token,
        owner_delivered=row.delivered if first else row.owner_delivered,
    )
    _void(handing)


def back(handing: Handing, guest: str, token: str | None) -> None:
    """Its owner plays the seat again, or who stood in before the bot; without a new token by the old one."""
    row, now = handing.row, handing.scene.here.now
    values: dict[str, Any] = {"delivered": handing.delivered}
    if row.owner == guest != row.guest:
        values = _owners(handing)
    if token is not None:
        values["token"] = token_hash(token)
    _put(handing, **values | {"seen": now})
    _void(handing)


def _owners(handing: Handing) -> dict[str, Any]:
    """What the seat is once it is its first owner's again."""
    row = handing.row
    return {
        "guest": row.owner,
        "name": row.owner_name,
        "called": row.owner_called,
        "token": row.owner_token,
        "delivered": handing.told if handing.forgets else row.owner_delivered or 0,
        "owner": None,
        "owner_name": None,
        "owner_called": None,
        "owner_token": None,
        "owner_delivered": None,
    }


def _put(handing: Handing, *, kind: str = "human", level: str | None = None, **values: Any) -> None:
    connection, table, seat = handing.connection, handing.scene.table.id, handing.row.seat
    put(connection, table, seat, kind=kind, level=level, bot_seed=handing.bot_seed or None, **values)


def _void(handing: Handing) -> None:
    link_rows.void(handing.connection, handing.scene.table.id, handing.row.seat)
