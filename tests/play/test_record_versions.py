"""Both versions of the record's text: read, written back byte for byte, replayed, told apart."""

import string
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from potluck.bots.random import RandomBot
from potluck.play.chance import Fast, Live, commitment
from potluck.play.driver import playout
from potluck.play.errors import DeckUnknown, RecordDamaged, RulesUnknown
from potluck.play.record import (
    FORMAT,
    EndedEarly,
    PlayerChange,
    Record,
    RecordMove,
    player_tag,
    record_of,
    replay,
    verify,
)
from tests.examples import examples
from tests.play.toy import game
from tests.play.toy.game import Toy, ToyOptions
from tests.play.toy.rules import ToyState

SEED = bytes(range(32))
NONCE = b"one nonce"

# What a line can hold: no line ends, no control characters, no spaces around.
PRINTABLE = st.characters(categories=["L", "N", "P", "S", "M"])
LINE = st.text(PRINTABLE | st.just(" "), min_size=1, max_size=30).filter(lambda text: text == text.strip())
WORD = st.text(string.ascii_lowercase + "0123456789_", min_size=1, max_size=8)
HEX = st.binary(min_size=32, max_size=32).map(bytes.hex)


@st.composite
def answers(draw: st.DrawFn) -> list[tuple[int, int]]:
    bounds = draw(st.lists(st.integers(1, 1 << 64), max_size=3))
    return [(draw(st.integers(0, bound - 1)), bound) for bound in bounds]


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written down; the rules would not like most of them."""
    version, seats = draw(st.sampled_from([1, 2])), draw(st.integers(1, 8))
    moves = [
        RecordMove(draw(st.integers(0, seats - 1)), draw(LINE), draw(answers()))
        for _ in range(draw(st.integers(0, 4)))
    ]
    extra: dict[str, Any] = {}
    if version > 1:
        places = sorted(draw(st.lists(st.integers(0, len(moves)), max_size=4)))
        level = st.none() | WORD.filter(str.isidentifier)
        extra["changes"] = [PlayerChange(at, draw(st.integers(0, seats - 1)), draw(level)) for at in places]
        extra["deck"] = draw(
            st.just("") | st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
        )
    alone = version > 1 and seats == 1
    places = [] if alone else draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    result = draw(st.none() | st.just(places))
    if version > 1 and draw(st.booleans()):
        extra["ended"], result = EndedEarly("closed", result), None
    return Record(
        version=version,
        game=draw(WORD.filter(str.isidentifier)),
        rules=draw(st.integers(1, 99)),
        seats=seats,
        options=draw(st.dictionaries(WORD, st.booleans() | st.integers(-9, 9) | WORD, max_size=3)),
        tags=draw(st.dictionaries(LINE.filter(lambda name: ":" not in name), LINE, max_size=3)),
        start=draw(st.none() | LINE),
        commitment=draw(st.none() | HEX),
        nonces=draw(st.lists(HEX, max_size=3)),
        setup=draw(answers()),
        moves=moves,
        seed=draw(st.none() | HEX),
        result=result,
        **extra,
    )


@examples(30, 150, records())
def test_what_is_written_reads_back_and_writes_the_same(record: Record) -> None:
    text = record.text()
    assert text.startswith(f"potluck record {record.version}\n")
    again = Record.parse(text)
    assert again == record
    assert again.text() == text
    assert Record.parse(text.encode()) == record


@examples(20, 100, records())
def test_the_first_line_decides_how_the_rest_is_read(record: Record) -> None:
    other = 3 - record.version
    text = record.text().replace(f"potluck record {record.version}", f"potluck record {other}", 1)
    try:
        read = Record.parse(text)
    except RecordDamaged:
        return
    # Only what has no move, no change, no early end and no single player is spelt alike in both.
    assert (read.version, read.moves, read.changes, read.ended) == (other, [], [], None)
    assert read.text() == text


def live(**extra: Any) -> Record:
    done = playout(game, 2, ToyOptions(), [RandomBot(), RandomBot()], Live(SEED, [NONCE]), Fast(5))
    told = {"commitment": commitment(SEED), "nonces": [NONCE.hex()], "seed": SEED.hex(), **extra}
    return record_of(game, 2, ToyOptions(), done, **told)


def as_first_version(record: Record) -> Record:
    return replace(record, version=1, deck="", changes=[])


def test_new_records_are_of_the_newest_version_and_hold_the_deck() -> None:
    record = live(tags={player_tag(1): "Bo"})
    assert record.version == FORMAT == 2
    lines = record.text().split("\n")
    assert lines[:5] == ["potluck record 2", "game: toy", "rules: 1", f"deck: {game.deck}", "seats: 2"]
    assert "tag player p2: Bo" in lines
    assert {line[:3] for line in lines if " offer " in line} == {"p1 ", "p2 "}


def test_a_record_of_the_first_version_replays_and_verifies_and_stays_one() -> None:
    old = replace(as_first_version(live()), tags={"player 1": "Bo"})
    text = old.text()
    assert "\n0 offer " in text
    assert "deck" not in text
    read = Record.parse(text)
    assert read.text() == text
    assert (read.player(0), read.player(1)) == (None, "Bo")
    assert verify(read, game) == verify(live(), game)
    assert [step.state.result() for step in replay(read, game)][-1] == read.result


class AloneState(ToyState):
    """One seat has nobody to be placed against."""

    def result(self) -> list[int] | None:
        return None if super().result() is None else []


class Alone(Toy):
    state = AloneState


def test_a_game_for_one_has_no_place_and_had_one_in_the_first_version() -> None:
    alone = Alone()
    new = record_of(alone, 1, ToyOptions(), playout(alone, 1, ToyOptions(), [RandomBot()], Fast(3), Fast(5)))
    assert new.text().endswith("\nresult: alone\n")
    assert list(replay(Record.parse(new.text()), alone))
    old = replace(as_first_version(new), result=[1])
    assert old.text().endswith("\nresult: 1\n")
    assert list(replay(Record.parse(old.text()), alone))
    for wrong in ("result: 1\n", "result: \n", "result: none yet\n"):
        with pytest.raises(RecordDamaged):
            Record.parse(new.text().replace("result: alone\n", wrong))
    with pytest.raises(RecordDamaged):
        Record.parse(live().text().rpartition("result: ")[0] + "result: alone\n")
    unfinished = replace(new, moves=new.moves[:-1])
    with pytest.raises(RecordDamaged, match="none yet"):
        list(replay(unfinished, alone))


def test_what_the_first_version_cannot_hold_is_refused_when_written() -> None:
    old = as_first_version(live())
    for damaged in (
        replace(old, deck="jars-1"),
        replace(old, changes=[PlayerChange(0, 0, "easy")]),
        replace(old, result=[]),
        replace(old, result=None, ended=EndedEarly("closed", [1, 1])),
    ):
        with pytest.raises(RecordDamaged):
            damaged.text()


@pytest.mark.parametrize(
    "change",
    [
        PlayerChange(0, 0, "Easy one"),
        PlayerChange(0, 0, ""),
        PlayerChange(0, 8, None),
        PlayerChange(999, 0, None),
    ],
)
def test_no_change_of_player_is_written_that_cannot_be_read(change: PlayerChange) -> None:
    with pytest.raises(RecordDamaged):
        replace(live(), changes=[change]).text()


def test_changes_are_told_with_the_step_they_follow() -> None:
    changes = [PlayerChange(0, 1, "easy"), PlayerChange(2, 1, None), PlayerChange(2, 0, "recall")]
    record = Record.parse(replace(live(), changes=changes).text())
    told = {step.moves: step.changes for step in replay(record, game) if step.changes}
    assert told == {0: changes[:1], 2: changes[1:]}
    assert verify(record, game) > 0


def test_a_change_of_a_seat_that_is_not_there_is_named_with_its_line() -> None:
    record = replace(live(), changes=[PlayerChange(0, 5, None)])
    line = record.text().split("\n").index("= p6 person") + 1
    with pytest.raises(RecordDamaged, match=f"^line {line}: there is no seat p6"):
        list(replay(record, game))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("= p1", "a change of player is written"),
        ("= p1 robot", "a change of player is written"),
        ("= p1 bot", "a bot has a level"),
        ("= p1 bot easy going", "a change of player is written"),
        ("= p1 person Ana", "a change of player is written"),
        ("= 1 person", "a seat is written p1"),
        ("= p0 person", "out of bounds"),
        ("= p9 person", "out of bounds"),
        ("=  person", "a seat is written p1"),
        ("0 skip", "a seat is written p1"),
        ("p01 skip", "no plain number"),
        ("p1  skip", "a move is written"),
    ],
)
def test_damage_of_the_new_lines_is_named(wrong: str, why: str) -> None:
    text = live().text()
    first = next(line for line in text.split("\n") if line.startswith("p1 offer"))
    line = text.split("\n").index(first) + 1
    with pytest.raises(RecordDamaged, match=f"^line {line}: .*{why}"):
        Record.parse(text.replace(first, f"{wrong}\n{first}", 1))


def test_another_deck_is_said_to_be_another_deck() -> None:
    for deck in ("jars-2", ""):
        with pytest.raises(DeckUnknown, match="jars-1") as refused:
            next(replay(replace(live(), deck=deck), game))
        assert refused.value.phrase.key == "error.deck_unknown"
    with pytest.raises(RulesUnknown):
        verify(replace(live(), deck="jars-2"), game)
    assert next(replay(as_first_version(live()), game)).moves == 0


def cut(record: Record, moves: int, places: list[int] | None) -> Record:
    """The same game, ended after so many moves."""
    return replace(record, moves=record.moves[:moves], result=None, ended=EndedEarly("closed", places))


def so_far(record: Record, moves: int) -> list[int]:
    """By the points after so many moves."""
    state = list(replay(record, game))[moves].state
    scores = game.view(state, None).scores
    return [1 + sum(other > mine for other in scores) for mine in scores]


def test_a_game_that_ended_early_is_checked_like_a_finished_one() -> None:
    whole = live()
    for moves in range(len(whole.moves)):
        record = cut(whole, moves, so_far(whole, moves))
        text = record.text()
        places = " ".join(map(str, so_far(whole, moves)))
        assert text.endswith(f"\nseed: {SEED.hex()}\nended: closed\nso far: {places}\n")
        assert verify(Record.parse(text), game) > 0
    # Whoever had no rules left the places out.
    assert verify(Record.parse(cut(whole, 3, None).text()), game) > 0


def test_how_it_stood_is_what_the_points_say() -> None:
    whole = live()
    moves = len(whole.moves) - 1
    right = so_far(whole, moves)
    record = cut(whole, moves, [3 - place for place in right] if len(set(right)) > 1 else [1, 2])
    line = record.text().count("\n")
    with pytest.raises(RecordDamaged, match=f"^line {line}: the points give the places") as refused:
        verify(Record.parse(record.text()), game)
    assert refused.value.phrase.key == "error.record.so_far"
    assert refused.value.phrase.args == {"line": line, "ranks": right}


def test_a_game_that_was_over_did_not_end_early() -> None:
    whole = live()
    record = cut(whole, len(whole.moves), whole.result)
    line = record.text().count("\n") - 1
    with pytest.raises(RecordDamaged, match=f"^line {line}: the game had ended by its rules") as refused:
        list(replay(Record.parse(record.text()), game))
    assert refused.value.phrase.key == "error.record.ended"


def test_luck_and_moves_of_an_ended_game_are_checked() -> None:
    drawn = next(at for at, move in enumerate(live().moves) if move.answers)
    record = cut(live(), drawn + 1, None)
    [(answer, n), *rest] = record.moves[drawn].answers
    wrong = replace(record.moves[drawn], answers=[((answer + 1) % n, n), *rest])
    with pytest.raises(RecordDamaged) as refused:
        verify(replace(record, moves=[*record.moves[:drawn], wrong]), game)
    assert refused.value.phrase.key == "error.record.luck"
    with pytest.raises(RecordDamaged) as refused:
        verify(replace(record, seed=None), game)
    assert refused.value.phrase.key == "error.record.seedless"


@pytest.mark.parametrize(
    ("tail", "why"),
    [
        ("ended: burnt\nso far: 1 1\n", "a game that ended early was 'closed'"),
        ("ended: closed\nso far: 1\n", "a result has 2 places"),
        ("ended: closed\nso far: alone\n", "is no plain number"),
        ("ended: closed\nresult: 1 1\n", "nothing comes after the end"),
        ("result: 1 1\nended: closed\n", "nothing comes after the end"),
        ("result: 1 1\nso far: 1 1\n", "nothing comes after the end"),
        ("so far: 1 1\n", "after an empty line come"),
        ("ended: closed\nended: closed\n", "nothing comes after the end"),
        ("ended: closed\n\n", "nothing comes after the end"),
    ],
)
def test_an_early_end_is_written_in_one_way(tail: str, why: str) -> None:
    text = cut(live(), 3, None).text().replace(f"seed: {SEED.hex()}\nended: closed\n", tail)
    with pytest.raises(RecordDamaged, match=why):
        Record.parse(text)
