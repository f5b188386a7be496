"""Who learns something by a move: what drafts and undo go by. Kind of move after kind of move."""

import pytest

from potluck.games.secret_recipe import game
from potluck.play.errors import TrialEnds
from potluck.play.learned import EVERYBODY, MOVER, NOBODY, OTHERS
from potluck.play.trial import try_moves

from .situation import Situation, position

SEEN_BY_P1 = ",".join(["p1"] * 9)
ALL_TOLD = {"p1": "1234"}
PEEKS = "p1:2peek1<2peek1.1.2,p1:1peek2<1peek2.1.2"


def voting(**fields: str) -> str:
    return position(3, "vote", revealed=None, **fields)


def late(step: str, **fields: str) -> str:
    """Two players in a later round: clues are over. p2 has begun the game, so p1 has ended round 6."""
    return position(2, step, first="p2", active="p1", turn="11", revealed=None, **fields)


def keeping(**fields: str) -> str:
    return position(3, "keep", tokens="p1:?<1.2.3", revealed=None, **fields)


@pytest.mark.parametrize(
    ("text", "move", "learned"),
    [
        (position(3), "p1 discard a1", EVERYBODY),  # luck
        (position(3), "p1 clue 1 typeX left2", EVERYBODY),  # and the mover peeks
        (position(3, seen=SEEN_BY_P1), "p1 clue 1 typeX left2", OTHERS),
        (position(3, revealed=ALL_TOLD), "p1 question p2 1 type= left1", EVERYBODY),
        (position(3, revealed=ALL_TOLD, seen=SEEN_BY_P1), "p1 question p2 1 type= left1", EVERYBODY),
        (voting(), "p2 unveil p1 1 mint none", NOBODY),  # sealed
        (voting(held="nothing,unveil_p1_1_mint_none,-"), "p3 nothing", EVERYBODY),
        (voting(held="nothing,nothing,-"), "p3 nothing", EVERYBODY),  # what the others voted
        (position(3, "tea"), "p1 ask p2 honey", NOBODY),
        (position(3, "tea", held="ask_p2_honey,ask_p1_mint,-"), "p3 ask p1 mint", EVERYBODY),
        (keeping(), "p1 keep 3", NOBODY),  # in secret, and nothing follows
        (keeping(due="1"), "p1 keep 3", NOBODY),
        (keeping(turned="a1"), "p1 keep 3", EVERYBODY),  # a tile is drawn
        (
            keeping(shown="nothing,nothing,unveil_p2_1_mint_none", queue="p2_1"),
            "p1 keep 3",
            EVERYBODY,  # a vote is answered
        ),
        (position(3, tokens=PEEKS), "p1 peek1 left1", EVERYBODY),
        (position(3, tokens=PEEKS), "p1 peek2 left1 top2", EVERYBODY),
        (position(3, tokens=PEEKS, seen=SEEN_BY_P1), "p1 peek2 left1 top2", OTHERS),  # that it was kept
        (position(3, tea="1,0,0"), "p1 swap", NOBODY),
        (position(3, "swap", swapper="p1"), "p2 erase row1", NOBODY),
        (position(3, "swap", swapper="p1"), "p2 content", NOBODY),
        (position(3, "swap", swapper="p1", content="p2p3"), "p1 content", EVERYBODY),
        (
            position(3, "swap", swapper="p1", content="p2p3", lines="row1,row2,row3", laid="1,1,1"),
            "p1 content",
            NOBODY,  # SR-24: all nine are covered
        ),
        (position(2), "p1 clue 1 typeX left2", OTHERS),
        (position(2, freed="31,0"), "p1 clue 1 typeX left2", OTHERS),
        (position(2, "look", freed="2,0"), "p1 look top2", MOVER),
        (position(2, "look", freed="2,0", seen=SEEN_BY_P1), "p1 look top2", NOBODY),
        (position(2, "pact", pacts="1"), "p1 pact 1 honey", EVERYBODY),
        (position(2, turn="10"), "p1 question p2 1 type= left1", EVERYBODY),
        (late("initiate"), "p1 unveil p2 1 mint none", EVERYBODY),
        (late("initiate"), "p1 unveil p2 1 strawberries none", EVERYBODY),
        (late("initiate"), "p1 nothing", NOBODY),
        (late("initiate", out="p2"), "p1 nothing", NOBODY),  # the phase ends
        (late("counter", case="B"), "p2 nothing", NOBODY),
        (late("counter", case="B", turned="a1"), "p2 nothing", EVERYBODY),
        (late("counter", case="A"), "p2 nothing", EVERYBODY),  # tokens are taken
        (late("keep", tokens="p1:?<1.2.3", resume="start"), "p1 keep 3", NOBODY),
        # The round limit: the end shows what was kept.
        (late("initiate", out="p2", limit="6"), "p1 nothing", NOBODY),
        (
            late("initiate", out="p2", limit="6", tokens="p1:3<1.2.3"),
            "p1 nothing",
            EVERYBODY,
        ),
    ],
)
def test_who_learns_by_a_move(text: str, move: str, learned: int) -> None:
    assert Situation(text).play(move).learned == learned


def trial(text: str, seat: int, *moves: str) -> Situation:
    table = Situation(text)
    return Situation(try_moves(game, table.state, seat, [game.moves.parse(move) for move in moves]))


def test_a_clue_of_two_can_be_tried_out_up_to_the_look() -> None:
    after = trial(position(2), 0, "clue 1 typeX left2")
    assert after.view(0).step == "look"
    assert after.legal(0)[0] == "look left1"


@pytest.mark.parametrize(
    ("text", "seat", "moves"),
    [
        (position(2), 0, ["clue 1 typeX left2", "look left1"]),  # it would show the tile
        (position(3), 0, ["discard a1"]),
        (position(3), 0, ["clue 1 typeX left2"]),
        (position(3, tokens=PEEKS), 0, ["peek1 left1"]),
        # The first and the last of those who seal are told alike.
        (voting(), 1, ["nothing"]),
        (voting(held="nothing,-,nothing"), 1, ["nothing"]),
        (position(3, "tea"), 2, ["ask p1 mint"]),
        (position(3, "tea", held="ask_p2_honey,ask_p1_mint,-"), 2, ["ask p1 mint"]),
    ],
)
def test_a_trial_shows_no_more_than_the_mover_knows(text: str, seat: int, moves: list[str]) -> None:
    with pytest.raises(TrialEnds):
        trial(text, seat, *moves)


def test_a_swap_and_its_marker_can_be_tried_out() -> None:
    after = trial(position(3, tea="1,0,0"), 0, "swap", "erase row1", "erase column2")
    swap = after.view(0).swap
    assert swap is not None
    assert (swap.lines, swap.laid) == ([4, None, None], [2, 0, 0])
