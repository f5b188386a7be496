"""Everything that can be refused, each with a key into the catalogue so that it can be worded.

Subclasses of ValueError: bad input is the caller's, never a crash of ours.
"""

from collections.abc import Sequence

from potluck.play.phrase import Arg, Phrase


class PotluckError(ValueError):
    """Base of all refusals; `phrase` words it for a person, `str()` for a log."""

    key = "error.unknown"

    def __init__(self, detail: str = "", **args: Arg) -> None:
        """`detail` is English for logs and terminals; `args` go into the worded phrase."""
        super().__init__(detail or self.key)
        self.phrase = Phrase(self.key, dict(args))


class MoveUnknown(PotluckError):
    """The text is no move of this game."""

    key = "error.move_unknown"


class MoveIllegal(PotluckError):
    """A move of this game that this seat may not make now; `phrase` may be the game's own reason."""

    key = "error.move_illegal"


class OutOfTurn(PotluckError):
    """The table waits for somebody else."""

    key = "error.out_of_turn"


class OptionsInvalid(PotluckError):
    """Options or a seat count that the game does not have."""

    key = "error.options_invalid"


class PositionDamaged(PotluckError):
    """Text that is no position of this game, or an impossible one."""

    key = "error.position_damaged"


class RecordDamaged(PotluckError):
    """A record that cannot be read or does not follow the rules it names."""

    key = "error.record_damaged"


class RulesUnknown(PotluckError):
    """A record or table of a game, or of a version of its rules, that is not installed."""

    key = "error.rules_unknown"


class GameUnknown(RulesUnknown):
    """No game of this name is installed."""


class DeckUnknown(RulesUnknown):
    """A record of other cards, tiles or dice than the installed game has."""

    key = "error.deck_unknown"


class ChanceMismatch(PotluckError):
    """A recorded or scripted answer that the rules did not ask for."""

    key = "error.record_damaged"


class ChanceForbidden(PotluckError):
    """Chance was asked where none is allowed."""

    key = "error.move_illegal"


class ScriptExhausted(PotluckError):
    """The script has ended before these questions: each with as many answers as its bound."""

    key = "error.record_damaged"

    def __init__(self, bounds: Sequence[int]) -> None:
        """Keep the bounds of the questions asked together for the caller to explore."""
        super().__init__(f"chance node with {' × '.join(map(str, bounds))} outcomes")
        self.bounds = tuple(bounds)

    @property
    def outcomes(self) -> int:
        """How many answers the first of the questions has."""
        return self.bounds[0]


class TrialEnds(PotluckError):
    """What would come next cannot be tried out: it can be known only once the move is made."""

    key = "error.trial_ends"


class GameTooLong(RuntimeError):
    """A game went past its own bound `longest`: the rules or the bound are wrong. No refusal: a defect."""


class BotMoveIllegal(RuntimeError):
    """A bot answered with a move it was not offered. No refusal: a defect."""
