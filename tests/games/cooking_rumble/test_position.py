"""Positions of Cooking Rumble as text: what they say, and why some texts are none."""

import pytest

from potluck.games.cooking_rumble import game
from potluck.games.cooking_rumble.setup import Options
from potluck.play.chance import Script
from potluck.play.errors import PositionDamaged

START = "2 turn p1/p2 0:...:... 3:...:... 9:...:... deck * taken -/-"
PAN = "2 pan p1/p2 0:o..:... 3:...:... 9:...:... deck * taken -/- said fruits cereals wrong"
JUDGE = "2 judge p1/p2 0:...:... 3:...:... 9:...:... deck * taken -/- said fruits fruits right"
OVER = "2 over p1/p2 0:...:... 3:...:... - deck * taken 9,10/-"


@pytest.mark.parametrize(
    "text",
    [
        START,
        PAN,
        JUDGE,
        OVER,
        START.replace("2 turn", "2xi turn") + " must-place",
        START + " said sugars fruits wrong",
        START.replace("0:...:...", "0:po..:fs..."),
        START.replace("0:...:...", "0:fs...:sf..."),
        "2 guess p2/p1 0:o..:... 3:...:... 9:...:... deck * taken -/- card fruits",
        "3 turn p2/p3 0:oo.:...:o.. - 9:...:...:... deck - taken 1/2/3,4",
        "2 turn p1/p2 0:...:... 3:...:... 9:...:... deck 1,7,10 taken -/8",
    ],
)
def test_a_text_comes_back_as_it_went_in(text: str) -> None:
    assert game.dump(game.load(text)) == text


@pytest.mark.parametrize(("was", "now"), [("1/2", "p1/p2"), ("2/1", "p2/p1")])
def test_seats_of_an_old_text_were_bare_numbers_from_one(was: str, now: str) -> None:
    assert game.dump(game.load(START.replace("p1/p2", was))) == START.replace("p1/p2", now)


@pytest.mark.parametrize("who", ["0/1", "3/1", "01/2", "p01/p2", "p1p2", "p1/", "P1/p2", "1/2/3"])
def test_other_seats_are_refused(who: str) -> None:
    with pytest.raises(PositionDamaged):
        game.load(START.replace("p1/p2", who))


@pytest.mark.parametrize("was", ["move 1 a b", "move 2 c a", "move 3 b c"])
def test_the_seat_of_an_old_move_was_a_bare_number(was: str) -> None:
    move = game.moves.parse(was)
    assert game.moves.text(move) == was.replace("move ", "move p")
    assert game.moves.parse(game.moves.text(move)) == move


def test_a_new_game_as_text() -> None:
    state = game.new(2, Options(), Script([0, 2, 7, 0]))
    assert game.dump(state) == START


def test_a_listed_deck_of_all_the_rest_is_a_star() -> None:
    assert game.dump(game.load(START.replace("*", "1,2,4,5,6,7,8,10,11"))) == START


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "plain words"),
        ("4 turn p1/p2", "the seat count is not written '4'"),
        (START.replace("turn", "dance"), "the step is one of turn, guess"),
        (START.replace("p1/p2", "p1-p2"), "active player and judge are 2, not 1"),
        (START.replace("p1/p2", "p1/p3"), "a seat is one of p1, p2"),
        (START.replace("p1/p2", "p2/p2"), "does not hold the judge standee"),
        (START.replace("0:", "12:"), "a tile is a number from 0 to 11"),
        (START.replace("0:", "00:"), "a tile is a number from 0 to 11"),
        (START.replace("0:", "3:"), "in two places"),
        (START.replace("taken -/-", "taken 3/-"), "in two places"),
        (START.replace("taken -/-", "taken 1,1/-"), "listed twice"),
        (START.replace("taken -/-", "taken -"), "the tiles taken are 2, not 1"),
        (START.replace("deck *", "deck 1,0"), "in two places"),
        (START.replace("deck", "deke"), "'deck' belongs here"),
        (START.replace("0:...:...", "0:..."), "a row for every seat"),
        (START.replace("0:...", "0:.o."), "rows fill in order"),
        (START.replace("0:...", "0:ooo"), "complete"),
        (START.replace("0:...", "0:...."), "three symbols"),
        (START.replace("0:...", "0:..x"), "not readable"),
        (START.replace("0:...", "0:.p.."), "past the next symbol"),
        (START.replace("0:...", "0:pf..."), "not in hand"),
        (START.replace("2 turn", "2x turn").replace("0:...", "0:p..."), "not in hand"),
        (START.replace("0:...:...", "-"), "a place is empty"),
        (START + " must-place", "expert mode"),
        (START + " card fruits", "while the judge guesses"),
        (START + " said fruits fruits wrong", "verdict"),
        (START + " said fruits sugars right", "verdict"),
        (START + " and more", "a word too many"),
        (START.replace("turn", "guess"), "while the judge guesses"),
        (START.replace("turn", "guess") + " card proteins", "matches no next symbol"),
        (START.replace("turn", "guess") + " card fruits said fruits fruits right", "last guess is gone"),
        (PAN.replace("0:o..", "0:..."), "given at once"),
        (PAN.replace("wrong", "right"), "the judge's"),
        (PAN.split(" said")[0], "say what was named"),
        (JUDGE.replace("right", "wrong"), "the judge's"),
        (
            JUDGE.replace("0:...:... 3:...:...", "0:...:... -")
            .replace("deck *", "deck -")
            .replace(" 9:...:...", " -"),
            "given at once",
        ),
        (START.replace("taken -/-", "taken 10,11/-"), "the game is over"),
        (START.replace("0:...:... 3:...:... 9:...:...", "- - -").replace("*", "-"), "no tile is left"),
        (START.replace("turn", "over"), "not over"),
        (OVER.replace(" - deck", " 1:...:... deck"), "leaves a gap"),
        (OVER.replace("9,10/-", "9,10,11/-"), "before the last tile"),
        (OVER.replace("9,10/-", "9,10/11,8,7"), "both have won"),
        (OVER.replace("0:...", "0:p..."), "wild tokens go back"),
        (OVER.replace("3:...:...", "-"), "a place is empty"),
    ],
)
def test_an_impossible_text_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(PositionDamaged) as caught:
        game.load(text)
    assert why in str(caught.value)
