"""What a record says of itself must be possible: options of its start, players who really change."""

from typing import Any

import pytest
from msgspec.structs import replace

from potluck.bots.random import RandomBot
from potluck.play.chance import Fast
from potluck.play.driver import playout
from potluck.play.errors import RecordDamaged
from potluck.play.game import Game
from potluck.play.record import EndedEarly, PlayerChange, Record, record_of
from potluck.play.record import replay as replayed
from potluck.play.registry import game as installed
from tests.play.toy import game
from tests.play.toy.game import ToyOptions


def whole() -> Record:
    done = playout(game, 2, ToyOptions(), [RandomBot(), RandomBot()], Fast(7), Fast(5))
    return record_of(game, 2, ToyOptions(), done)


def refused(record: Record) -> tuple[str, str]:
    """The key of the words, and the line that is wrong."""
    with pytest.raises(RecordDamaged) as damage:
        list(replayed(Record.parse(record.text()), game))
    line = damage.value.phrase.args.get("line")
    assert isinstance(line, int)
    return damage.value.phrase.key, record.text().split("\n")[line - 1]


OTHERS: dict[str, list[dict[str, Any]]] = {
    "toy": [{"rounds": 3}, {"refill": False}, {"peeks": "never"}],
    "chef_alfredo": [{"points_to_end": 12}, {"round_limit": 3}, {"pot_capacity": 2}],
    "cooking_rumble": [{"expert": True}, {"allow_illegal_cards": True}],
    "secret_recipe": [{"round_limit": 8}, {"help": "paper"}],
}


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_options_that_contradict_the_start_are_refused(name: str) -> None:
    rules: Game = game if name == "toy" else installed(name)
    start = rules.dump(rules.new(2, rules.options(), Fast(1)))
    plain: dict[str, Any] = {
        field: getattr(rules.options(), field) for field in rules.options.__struct_fields__
    }
    record = Record(game=name, rules=rules.rules, deck=rules.deck, seats=2, options=plain, start=start)
    assert len(list(replayed(record, rules))) == 1
    for other in OTHERS[name]:
        wrong = replace(record, options={**plain, **other})
        with pytest.raises(RecordDamaged, match="other options") as damage:
            list(replayed(wrong, rules))
        line = 1 + next(at for at, text in enumerate(wrong.text().split("\n")) if text[:8] == "options:")
        assert (damage.value.phrase.key, damage.value.phrase.args) == ("error.record.options", {"line": line})


def test_a_bot_is_not_put_where_it_plays_already() -> None:
    changes = [PlayerChange(1, 1, "easy"), PlayerChange(2, 0, "easy"), PlayerChange(3, 1, "easy")]
    assert refused(replace(whole(), changes=changes)) == ("error.record.player", "= p2 bot easy")
    # It is the second one that is wrong.
    assert list(replayed(replace(whole(), changes=changes[:2]), game))


@pytest.mark.parametrize(
    "levels",
    [
        ["easy", "recall"],
        ["easy", None, "easy"],
        [None],  # a person hands their seat to another
        [None, None],
    ],
)
def test_changes_that_can_be_are_replayed(levels: list[str | None]) -> None:
    changes = [PlayerChange(2, 1, level) for level in levels]
    record = replace(whole(), changes=changes)
    assert [step.changes for step in replayed(record, game) if step.changes] == [changes]


def test_nobody_plays_on_once_the_game_is_over() -> None:
    record = whole()
    late = replace(record, changes=[PlayerChange(len(record.moves), 0, "easy")])
    assert refused(late) == ("error.record.player_late", "= p1 bot easy")
    # Before the last move, and where the game ended early, they did.
    moves = record.moves[:-1]
    early = replace(late, moves=moves, result=None, ended=EndedEarly("closed", None))
    early = replace(early, changes=[PlayerChange(len(moves), 0, "easy")])
    for fine in (replace(late, changes=[PlayerChange(len(moves), 0, "easy")]), early):
        assert list(replayed(Record.parse(fine.text()), game))
