"""When a table goes if nobody touches it, as everybody may know it: for the table's page and the lobby."""

from typing import Any

from sqlalchemy import func, select

from potluck.play.errors import PotluckError
from potluck.tables.ground import Ground
from potluck.tables.schema import chat


def expires(ground: Ground, row: Any) -> int | None:
    """When the table of this stored row goes, in seconds since 1970; None while that is far off.

    Never sooner, but later if somebody has chosen in secret since: that must not be told by this.
    """
    if row.status != "playing":
        return ground.expiry.told(row.status, row.updated)
    if ground.expiry.told("playing", row.created) is None:
        return None  # too young, whatever has happened since
    try:
        with ground.games.held(row.id) as playing:
            assert playing is not None  # `held` waits for it
            seen = playing.vantage(None).changed_at
    except PotluckError:
        seen = row.updated  # nobody can move there
    with ground.database.read() as connection:
        said = connection.execute(select(func.max(chat.c.at)).where(chat.c.table_id == row.id)).scalar()
    return ground.expiry.told("playing", max(seen, said or 0.0))
