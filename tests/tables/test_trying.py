"""Why not, and what if: private, of the asker's knowledge alone, and nothing happens."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from potluck.play.chance import Fast
from potluck.play.errors import MoveIllegal, MoveUnknown, OutOfTurn, TrialEnds
from potluck.play.game import Game
from potluck.play.phrase import Phrase
from potluck.tables.refusals import (
    MovesTooMany,
    SeatUnknown,
    Stale,
    TableNotStarted,
    TableOver,
    TableUnknown,
)
from potluck.tables.schema import entries
from potluck.tables.trying import MAX_ASKED

from .house import House, bot

FULL = ["put a"] * 9


def why(house: House, table: str, viewer: int | None, *moves: str | Phrase) -> list[Phrase | None]:
    found = house.tables.why(table, viewer, house.look(table, viewer).version, moves)
    assert found.version == house.look(table, viewer).version
    return found.why


def attempt(house: House, table: str, seat: int, *moves: str | Phrase) -> Any:
    return house.tables.try_moves(table, seat, house.look(table, seat).version, moves)


def test_each_move_gets_its_reason_or_none(house: House) -> None:
    table = house.game().table
    house.move(table, 0, *FULL)
    assert why(house, table, 0, "put a", "put b", "wave") == [
        Phrase("stir.refuse.full", {"pot": 0}),
        None,
        Phrase("stir.refuse.turn"),
    ]
    assert why(house, table, 1, "put b", "wave", "nudge") == [Phrase("stir.refuse.turn"), None, None]
    assert why(house, table, None, "put b", "wave") == [Phrase("refuse.watching")] * 2
    assert why(house, table, 0) == []


def test_a_move_may_be_named_by_its_fields(house: House) -> None:
    table = house.game().table
    house.move(table, 0, *FULL)
    put = [Phrase("stir.move.put", {"pot": pot}) for pot in range(3)]
    assert [reason is None for reason in why(house, table, 0, *put)] == [False, True, True]
    assert attempt(house, table, 0, put[1]).view.pots == [9, 1, 0]
    house.tables.submit(table, 0, "fields", house.look(table, 0).version, [put[1], "put c"])
    assert house.look(table).view.pots == [9, 1, 1]
    for nonsense in (
        Phrase("stir.move.put"),
        Phrase("stir.move.put", {"pot": 3}),
        Phrase("stir.move.put", {"pot": [0]}),
        Phrase("stir.move.put", {"pot": 0, "spoon": 0}),
        Phrase("stew.move.put", {"pot": 0}),
        Phrase("put", {"pot": 0}),
    ):
        with pytest.raises(MoveUnknown):
            why(house, table, 0, nonsense)


def test_another_spelling_is_the_move_it_leads_to(house: House) -> None:
    table = house.game().table
    assert why(house, table, 0, "drop a") == [None]
    assert attempt(house, table, 0, "drop a").view.pots == [1, 0, 0]
    house.move(table, 0, "drop a", "drop b")
    with house.tables.ground.games.use(table) as playing:
        assert [move.text for move in playing.moves] == ["put a", "put b"]
    with house.tables.ground.database.read() as connection:
        bodies = connection.execute(select(entries.c.body).where(entries.c.table_id == table)).scalars().all()
    assert bodies[1] == '["put a","put b"]'
    house.move(table, 0, *["put a"] * 8)
    assert why(house, table, 0, "drop a") == [Phrase("stir.refuse.full", {"pot": 0})]
    with pytest.raises(MoveIllegal) as refused:
        house.move(table, 0, "drop a")
    assert refused.value.phrase == Phrase("stir.refuse.full", {"pot": 0})


def test_a_trial_shows_what_would_be_seen_and_offered(house: House) -> None:
    table = house.game().table
    house.move(table, 0, *["put a"] * 8)
    trial = attempt(house, table, 0, "put a", "hide", "hide")
    assert (trial.view.pots, trial.view.pocket, trial.view.seat) == ([9, 0, 0], 2, 0)
    assert [move.text for move in trial.legal] == ["put b", "put c", "hide", "show", "roll", "done"]
    assert trial.hints.fullest == 0
    assert trial.prompt.key == "stir.prompt"
    # What others learn on the way ends nothing: the mover knows it already.
    assert attempt(house, table, 0, "show", "put b").view.pots == [8, 1, 0]


def test_a_trial_ends_before_luck_and_before_the_choice_goes_on(house: House) -> None:
    table = house.game().table
    said = set()
    for moves in (["roll"], ["put a", "roll"], ["done"], ["put a", "done", "put a"]):
        with pytest.raises(TrialEnds) as ends:
            attempt(house, table, 0, *moves)
        said.add((str(ends.value), repr(ends.value.phrase)))
    assert len(said) == 1
    with pytest.raises(TrialEnds):
        attempt(house, table, 1, "wave")


def test_nothing_happens_and_nobody_else_hears_of_it(house: House) -> None:
    table = house.game().table
    heard: list[str] = []
    house.tables.listen(lambda of, what: heard.append(of))
    before = [house.look(table, viewer) for viewer in (0, 1, None)]
    room = house.tables.room(table)
    attempt(house, table, 0, "put a", "hide")
    why(house, table, 1, "put a")
    with pytest.raises(TrialEnds):
        attempt(house, table, 0, "roll")
    assert [house.look(table, viewer) for viewer in (0, 1, None)] == before
    assert house.tables.room(table) == room
    assert heard == []
    with house.tables.ground.database.read() as connection:
        logged = select(func.count()).select_from(entries).where(entries.c.table_id == table)
        assert connection.execute(logged).scalar_one() == 1
    # The luck that was not drawn is still the same.
    house.move(table, 0, "roll")
    assert len(house.look(table).view.dice) == 2


def test_what_is_refused(house: House) -> None:
    table, waiting = house.game().table, house.open().table
    house.move(table, 0, "put a", "done")
    asked, tried = house.tables.why, house.tables.try_moves
    refusals: list[tuple[type[Exception], Callable[[], Any]]] = [
        (MoveUnknown, lambda: asked(table, 0, 2, ["put x"])),
        (MovesTooMany, lambda: asked(table, 0, 2, ["put a"] * (MAX_ASKED + 1))),
        (MovesTooMany, lambda: tried(table, 0, 2, ["put a"] * 65)),
        (MovesTooMany, lambda: tried(table, 0, 2, [])),
        (MoveIllegal, lambda: tried(table, 1, 2, ["wave"])),
        (MoveIllegal, lambda: tried(table, 1, 2, ["put a", "wave"])),
        (Stale, lambda: asked(table, 0, 1, ["put a"])),
        (Stale, lambda: tried(table, 1, 1, ["put a"])),
        (Stale, lambda: asked(table, None, 99, ["put a"])),
        (SeatUnknown, lambda: asked(table, 7, 1, ["put a"])),
        (SeatUnknown, lambda: tried(table, -1, 1, ["put a"])),
        (TableNotStarted, lambda: asked(waiting, 0, 1, ["put a"])),
        (TableUnknown, lambda: tried("nowhere", 0, 1, ["put a"])),
    ]
    for error, ask in refusals:
        with pytest.raises(error):
            ask()
    house.move(table, 1, "done")
    house.move(table, 0, "done")
    house.move(table, 1, "done")
    with pytest.raises(TableOver):
        attempt(house, table, 0, "put a")
    rumble = house.game("cooking_rumble").table
    [waits] = [seat for seat in (0, 1) if not house.legal(rumble, seat)]
    with pytest.raises(OutOfTurn):
        attempt(house, rumble, waits, house.legal(rumble, 1 - waits)[0])


def test_a_whole_question_fits(house: House) -> None:
    table = house.game().table
    assert why(house, table, 0, *["put a"] * MAX_ASKED) == [None] * MAX_ASKED


# Secrecy, on a real game: what is asked and answered must not depend on what the asker cannot know.


def answers(house: House, table: str, game: Game, viewer: int | None) -> bytes:
    """Every answer to every question this viewer could put, as bytes."""
    version = house.look(table, viewer).version
    texts = [game.moves.text(move) for move in range(len(game.moves))]
    said: list[Any] = []
    for first in range(0, len(texts), MAX_ASKED):
        said.append(house.tables.why(table, viewer, version, texts[first : first + MAX_ASKED]))
    if viewer is not None:
        for move in house.legal(table, viewer):
            try:
                said.append(house.tables.try_moves(table, viewer, version, [move]))
            except TrialEnds as ends:
                said.append((str(ends), ends.phrase))
    return msgspec.json.encode(said)


@pytest.mark.parametrize("name", ["chef_alfredo", "cooking_rumble", "toy"])
def test_answers_are_equal_after_a_redeal(house: House, games: dict[str, Game], name: str) -> None:
    """A table set up on a position and on one that the asker cannot tell from it answer the same bytes."""
    game, luck = games[name], Fast(11)
    compared = 0
    for seed in range(100):
        state = game.new(3, game.options(), Fast(seed))
        for _ in range(12):
            deciders = int(state.deciders())
            if not deciders or compared == 12:
                break
            viewer = [0, 1, 2, None][luck.below(4)]
            other = game.redealer(game.view(state, viewer))(luck)
            if game.dump(other) != game.dump(state):
                tables = [begun(house, name, game.dump(each)) for each in (state, other)]
                one, two = (answers(house, table, game, viewer) for table in tables)
                assert one == two
                compared += 1
            seat = (deciders & -deciders).bit_length() - 1
            legal = state.legal(seat)
            state.play(seat, legal[luck.below(len(legal))], luck)
    assert compared == 12


def begun(house: House, name: str, position: str) -> str:
    """A table of three whose game begins from a position."""
    host = house.guest()
    made = house.tables.create(host, name, {}, [bot()] * 3, b"nonce of 0", start=position)
    house.tables.start(host, made.table)
    return made.table


@pytest.mark.parametrize("chosen", [[], [1], [1, 2]])
def test_the_first_and_the_last_of_those_who_choose_are_told_alike(house: House, chosen: list[int]) -> None:
    """All offer a card in secret; the last offer would bring them all to light."""
    table = house.game("toy", 3).table
    for seat in chosen:
        house.move(table, seat, next(move for move in house.legal(table, seat) if move.startswith("offer")))
    for move in house.legal(table, 0):
        with pytest.raises(TrialEnds) as ends:
            attempt(house, table, 0, move)
        assert (str(ends.value), ends.value.phrase) == ("error.trial_ends", Phrase("error.trial_ends"))
