"""What the network itself refuses, and the HTTP status that goes with every refusal."""

from typing import Final

from potluck.play.errors import PotluckError


class MessageInvalid(PotluckError):
    """Not one of our messages: broken JSON, unknown or missing fields, values out of bounds."""

    key = "error.message_invalid"


class TooLarge(PotluckError):
    """A body or message above the limit."""

    key = "error.too_large"


class TooFast(PotluckError):
    """More of something in a time than one person needs."""

    key = "error.too_fast"


class TooManyGuests(PotluckError):
    """One address made more guests in a time than a house full of friends needs."""

    key = "error.too_many_guests"


class TooManySockets(PotluckError):
    """More open tabs from one person or address than allowed."""

    key = "error.too_many_sockets"


class OriginForeign(PotluckError):
    """A page of another site speaks here with this browser."""

    key = "error.origin_foreign"


class HostForeign(PotluckError):
    """The server was addressed by a name it does not know as its own."""

    key = "error.host_foreign"


class CookiesBlocked(PotluckError):
    """The browser was given a cookie and has not brought it back: nobody would be known again."""

    key = "error.cookies_blocked"


class LineUnknown(PotluckError):
    """A line over requests that is over, or was never opened by this browser."""

    key = "error.line_unknown"


class HelloFirst(PotluckError):
    """A socket that wants something before it has said which table it is at."""

    key = "error.hello_first"


class Reload(PotluckError):
    """The tab runs another build than the server."""

    key = "error.reload"


class SeatMoved(PotluckError):
    """The seat is played on another device now."""

    key = "error.seat_moved"


class SeatElsewhere(PotluckError):
    """Memory is the game, and a newer tab plays this seat: what happens is shown once, there."""

    key = "error.seat_elsewhere"


class WatchersCannot(PotluckError):
    """A spectator wants to move."""

    key = "error.watchers_cannot"


class NudgeEarly(PotluckError):
    """The table has not waited long for this seat; `n` is how many seconds it has to be."""

    key = "error.nudge_early"


class NudgeAgain(PotluckError):
    """Somebody has nudged this seat already, in this turn of theirs or a moment ago."""

    key = "error.nudge_again"


class NudgeNobody(PotluckError):
    """The table does not wait for this seat, or no other person plays it."""

    key = "error.nudge_nobody"


class NudgeAway(PotluckError):
    """No tab of this seat is open: nobody would hear it."""

    key = "error.nudge_away"


class PageUnknown(PotluckError):
    """No such address."""

    key = "error.page_unknown"


class MethodWrong(PotluckError):
    """The address exists, but not for this method."""

    key = "error.method_wrong"


class Broken(PotluckError):
    """A fault of ours; the log has it."""

    key = "error.broken"


_STATUS: Final = {
    "error.message_invalid": 400,
    "error.options_invalid": 400,
    "error.move_unknown": 400,
    "error.moves_too_many": 400,
    "error.name_invalid": 400,
    "error.text_invalid": 400,
    "error.level_unknown": 400,
    "error.nonce_invalid": 400,
    "error.client_id_invalid": 400,
    "error.rules_unknown": 404,
    "error.deck_unknown": 404,
    "error.guest_unknown": 401,
    "error.origin_foreign": 403,
    "error.cookies_blocked": 403,
    "error.seat_token_wrong": 403,
    "error.seat_not_yours": 403,
    "error.not_host": 403,
    "error.not_seated": 403,
    "error.watchers_cannot": 403,
    "error.page_unknown": 404,
    "error.table_unknown": 404,
    "error.link_void": 404,
    "error.link_used": 404,
    "error.link_late": 404,
    "error.line_unknown": 410,
    "error.table_closed": 410,
    "error.table_swept": 410,
    "error.method_wrong": 405,
    "error.too_large": 413,
    "error.host_foreign": 421,
    "error.too_fast": 429,
    "error.too_many_guests": 429,
    "error.too_many_tables": 429,
    "error.too_many_sockets": 429,
    "error.broken": 500,
    "error.not_written": 503,
    "error.not_read": 503,
}
_CONFLICT: Final = 409


def status(refusal: PotluckError) -> int:
    """The HTTP status of a refusal; what is no fault of the request's form is a conflict (409)."""
    return _STATUS.get(type(refusal).key, _CONFLICT)
