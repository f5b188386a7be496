"""How a seat is to be filled, checked: a `SeatPlan` a stranger wrote, and the columns that come of it."""

from typing import Any, Final

from potluck.bots.levels import levels
from potluck.play.game import Game
from potluck.tables.cleaning import NAME_CHARACTERS, clean_name
from potluck.tables.refusals import LevelUnknown, NameInvalid
from potluck.tables.room import SeatPlan
from potluck.tables.secrets import Entropy

_SEED_BYTES: Final = 16


def check_plan(rules: Game, plan: SeatPlan) -> None:
    """Raise LevelUnknown, NameInvalid unless this seat can be filled so."""
    if plan.kind == "bot":
        check_level(rules, plan.level)
    elif plan.level is not None:
        raise LevelUnknown("only a bot has a level")
    seat_name(plan)


def check_level(rules: Game, level: str | None) -> str:
    """The level, if the game has it; raises LevelUnknown."""
    if level is None or level not in levels(rules):
        raise LevelUnknown(f"{rules.about.id} has no level {str(level)[:40]!r}")
    return level


def seat_name(plan: SeatPlan) -> str | None:
    """The name of somebody here, cleaned; raises NameInvalid, also for a name that nobody asked for."""
    if plan.kind == "here":
        return clean_name(plan.name or "")
    if plan.name is not None:
        raise NameInvalid("only somebody here is named by the plan", n=NAME_CHARACTERS)
    return None


def planned(plan: SeatPlan, entropy: Entropy, called: str | None = None) -> dict[str, Any]:
    """The columns of a bot's seat, who may be called something already; none for others, who sit down
    by themselves."""
    if plan.kind != "bot":
        return {}
    return {"kind": "bot", "level": plan.level, "bot_seed": bot_seed(entropy), "called": called}


def bot_seed(entropy: Entropy) -> str:
    """The hex of what a bot's memory is drawn from."""
    return entropy(_SEED_BYTES).hex()
