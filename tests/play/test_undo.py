"""The rule of undo: one's own last moves, while the choice is one's own alone and nobody learned anything."""

import pytest

from potluck.play.undo import Undoable, UndoImpossible

ADA, BO, BOTH = 1, 2, 3


def moved(undoable: Undoable[str], *befores: str) -> None:
    for before in befores:
        undoable.played(0, ADA, ADA, 0, before)


def refused(undoable: Undoable[str], seat: int, moves: int) -> None:
    with pytest.raises(UndoImpossible):
        undoable.take_back(seat, moves)


def test_nothing_played_nothing_to_take_back() -> None:
    undoable: Undoable[str] = Undoable()
    assert (undoable.whose, len(undoable)) == (None, 0)
    refused(undoable, 0, 1)


def test_one_or_several_of_ones_own_moves_come_back() -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a", "b", "c")
    assert (undoable.whose, len(undoable)) == (0, 3)
    refused(undoable, 1, 1)
    refused(undoable, 0, 0)
    refused(undoable, 0, 4)
    assert undoable.take_back(0, 2) == "b"
    assert (undoable.whose, len(undoable)) == (0, 1)
    assert undoable.take_back(0, 1) == "a"
    assert undoable.whose is None


@pytest.mark.parametrize("learned", [1, 2, 3])
def test_whoever_learned_something_ends_it(learned: int) -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a")
    undoable.played(0, ADA, ADA, learned, "b")
    refused(undoable, 0, 1)
    moved(undoable, "c")
    refused(undoable, 0, 2)
    assert undoable.take_back(0, 1) == "c"


@pytest.mark.parametrize(
    ("owed", "owing"), [(ADA, BO), (ADA, BOTH), (BOTH, ADA), (BOTH, BO), (BO, BO), (ADA, 0)]
)
def test_only_while_the_choice_is_ones_own_alone(owed: int, owing: int) -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a")
    undoable.played(0, owed, owing, 0, "b")
    assert undoable.whose is None


def test_anothers_move_ends_it() -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a")
    undoable.played(1, BO, BO, 0, "b")
    assert (undoable.whose, len(undoable)) == (1, 1)
    refused(undoable, 0, 1)


def test_a_step_nobody_saw_goes_with_the_one_before_it() -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a")
    undoable.played(0, ADA, ADA, 0, "hidden", seen=False)
    assert len(undoable) == 1
    assert undoable.take_back(0, 1) == "a"


def test_an_unseen_step_that_stays_is_a_floor_that_does_not_show() -> None:
    undoable: Undoable[str] = Undoable()
    moved(undoable, "a")
    undoable.played(1, ADA, ADA, 1, "hidden", seen=False)
    assert (undoable.whose, len(undoable)) == (0, 1)
    refused(undoable, 0, 1)
    moved(undoable, "b")
    assert len(undoable) == 2
    refused(undoable, 0, 2)
    assert undoable.take_back(0, 1) == "b"
