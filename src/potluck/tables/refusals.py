"""What a table refuses, each with its key into the catalogue. The rules' own refusals are in play/errors."""

from potluck.bots.levels import LevelUnknown
from potluck.play.errors import MoveIllegal, PotluckError
from potluck.play.undo import UndoImpossible

__all__ = [
    "ClientIdInvalid",
    "GuestUnknown",
    "LevelUnknown",
    "LinkLate",
    "LinkUsed",
    "LinkVoid",
    "MovesTooMany",
    "NameInvalid",
    "NamesMany",
    "NonceInvalid",
    "NotHost",
    "NotSeated",
    "NotWritten",
    "ProposalGone",
    "SaidNo",
    "SeatConceded",
    "SeatNotYours",
    "SeatPresent",
    "SeatTaken",
    "SeatTokenWrong",
    "SeatUnknown",
    "SeatsOpen",
    "SitsAlready",
    "Stale",
    "SubmissionEnds",
    "TableBroken",
    "TableClosed",
    "TableNotOver",
    "TableNotStarted",
    "TableOver",
    "TableStarted",
    "TableSwept",
    "TableUnknown",
    "TableUnplayable",
    "TextInvalid",
    "TooManyTables",
    "UndoImpossible",
]


class TableUnknown(PotluckError):
    """There is no such table, or it has expired."""

    key = "error.table_unknown"


class TableClosed(PotluckError):
    """The table was closed by those who played there."""

    key = "error.table_closed"


class TableSwept(PotluckError):
    """The table was there and is not any more: nobody had touched it for too long."""

    key = "error.table_swept"


class TableBroken(PotluckError):
    """The table's log is damaged, or there are no rules to read it by."""

    key = "error.table_broken"


class TableUnplayable(TableBroken):
    """The table's game is not installed in the rules it began with; the phrase says what is different."""

    key = "unplayable.rules"


class TableStarted(PotluckError):
    """Only possible before the game starts."""

    key = "error.table_started"


class TableNotStarted(PotluckError):
    """Only possible once the game has started."""

    key = "error.table_not_started"


class TableNotOver(PotluckError):
    """Only possible once the game is over."""

    key = "error.table_not_over"


class TableOver(PotluckError):
    """Only possible while the game is not over."""

    key = "error.table_over"


class SeatNotYours(PotluckError):
    """The seat belongs to another guest, or to nobody."""

    key = "error.seat_not_yours"


class SeatTaken(PotluckError):
    """Somebody else sits there."""

    key = "error.seat_taken"


class SeatPresent(PotluckError):
    """Only a seat whose person is away can be given to somebody else."""

    key = "error.seat_present"


class SeatConceded(PotluckError):
    """Who played this seat gave it up for good."""

    key = "error.seat_conceded"


class SitsAlready(PotluckError):
    """Who has a seat at the table cannot take somebody else's."""

    key = "error.sits_already"


class NotSeated(PotluckError):
    """Only those who play here have a voice, and nobody about their own seat."""

    key = "error.not_seated"


class ProposalGone(PotluckError):
    """It has been decided, or nobody is for it any more, or it is too old."""

    key = "error.proposal_gone"


class SaidNo(PotluckError):
    """Whoever plays the seat would rather go on; they can be asked again in `n` minutes."""

    key = "error.said_no"


class SeatUnknown(PotluckError):
    """The table has no such seat."""

    key = "error.seat_unknown"


class SeatTokenWrong(PotluckError):
    """The token opens no seat of this table; it may have been moved to another device."""

    key = "error.seat_token_wrong"


class SeatsOpen(PotluckError):
    """Every seat must be filled first."""

    key = "error.seats_open"


class NotHost(PotluckError):
    """Only whoever made the table may do this."""

    key = "error.not_host"


class MovesTooMany(MoveIllegal):
    """More moves at once than one question or submission has, or none."""

    key = "error.moves_too_many"


class SubmissionEnds(MoveIllegal):
    """What comes after this move is another submission: the mover does not know yet what it leads to."""

    key = "error.submission_ends"


class Stale(PotluckError):
    """What the person saw is no longer so; their choice was not made."""

    key = "error.stale"


class GuestUnknown(PotluckError):
    """No guest of this id."""

    key = "error.guest_unknown"


class NameInvalid(PotluckError):
    """No name that can be shown."""

    key = "error.name_invalid"


class NamesMany(PotluckError):
    """Names have changed so often in a game that they have to stay until it is over."""

    key = "error.names_many"


class TextInvalid(PotluckError):
    """No line of chat: empty, or too long."""

    key = "error.text_invalid"


class NotWritten(PotluckError):
    """The database did not take it, e.g. because the disk is full; nothing has happened."""

    key = "error.not_written"


class NotRead(PotluckError):
    """The database could not be read, e.g. because its file is gone."""

    key = "error.not_read"


class ClientIdInvalid(PotluckError):
    """A submission needs an id of 1 to 64 printable characters."""

    key = "error.client_id_invalid"


class NonceInvalid(PotluckError):
    """A player's share in the luck is 8 to 64 bytes."""

    key = "error.nonce_invalid"


class TooManyTables(PotluckError):
    """This guest has made enough tables for now."""

    key = "error.too_many_tables"


class LinkVoid(PotluckError):
    """The seat link never was one, or the seat is not to be had; `table` is the one it led to, if known."""

    key = "error.link_void"

    def __init__(self, detail: str, table: str | None = None) -> None:
        """Whoever has the link was let in to that table already."""
        super().__init__(detail)
        self.table = table


class LinkUsed(LinkVoid):
    """Somebody has taken the seat by this link."""

    key = "error.link_used"

    def __init__(self, table: str) -> None:
        """`table` is the one it led to."""
        super().__init__("the link is used up", table)


class LinkLate(LinkVoid):
    """The link has expired."""

    key = "error.link_late"

    def __init__(self, table: str) -> None:
        """`table` is the one it led to."""
        super().__init__("the link is too old", table)
