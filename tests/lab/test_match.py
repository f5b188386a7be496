"""Two players against each other: fair seating, an answer that holds, the same whoever plays it."""

import random
from itertools import islice
from pathlib import Path

import pytest

from potluck.lab.crew import Alone, Batch, Processes
from potluck.lab.evidence import Evidence
from potluck.lab.ledger import GAMES, Ledger
from potluck.lab.match import Contest, Match
from potluck.lab.pieces import Outcome, Piece, Setting, play
from potluck.lab.players import player
from potluck.lab.problems import LabError
from potluck.lab.run import run
from potluck.lab.seating import ways
from potluck.play.registry import game

BOTS = ["medium", "easy"]


def setting(seed: int = 1) -> Setting:
    return Setting(game="chef_alfredo", rules=1, seats=2, options={"points_to_end": 12}, nodes=50, seed=seed)


# Who sits where


@pytest.mark.parametrize(("seats", "many"), [(2, 2), (3, 6), (4, 6), (5, 20)])
def test_every_seat_and_every_number_is_shared_alike(seats: int, many: int) -> None:
    all_ways = ways(seats)
    assert len(all_ways) == len(set(all_ways)) == many
    assert {len(way) for way in all_ways} == {seats // 2, seats - seats // 2}
    taken = [sum(seat in way for way in all_ways) for seat in range(seats)]
    assert taken == [many // 2] * seats


def test_equal_winners_share_and_equal_play_is_a_half() -> None:
    outcome = Outcome(0, ["a"] * 3, [1, 2, 1], [5, 4, 5], 9)
    assert [outcome.share({seat}) for seat in range(3)] == [0.5, 0.0, 0.5]
    for seats in (2, 3, 4, 5):
        won = [
            Outcome(0, [], [1 + (seat != 0) for seat in range(seats)], [], 0).share(way)
            for way in ways(seats)
        ]
        assert sum(won) / len(won) == 0.5


# What may be said of it


def last(figures: list[float]) -> Evidence:
    evidence = Evidence()
    for figure in figures:
        before = evidence.interval
        evidence.add(figure)
        assert before[0] <= evidence.interval[0] <= evidence.interval[1] <= before[1]
    return evidence


@pytest.mark.parametrize("mean", [0.5, *(pytest.param(each, marks=pytest.mark.slow) for each in (0.58, 0.9))])
def test_the_true_mean_is_hardly_ever_left(mean: float) -> None:
    """At no moment of a run, in at least 95 % of them; a bound of ordinary kind fails in a third."""
    rng = random.Random(7)
    left = 0
    for _ in range(200):
        evidence = last([float(rng.random() < mean) for _ in range(400)])
        low, high = evidence.interval
        left += not low <= mean <= high
    assert left <= 10


def test_a_clear_answer_comes_soon_and_an_equal_one_late() -> None:
    rng = random.Random(3)
    assert last([float(rng.random() < 0.75) for _ in range(150)]).interval[0] > 0.5
    assert last([0.5] * 400).interval[0] > 0.47
    low, high = last([float(rng.random() < 0.5) for _ in range(150)]).interval
    assert low < 0.45
    assert high > 0.55


# The same, whoever plays it


def found(crew: Alone | Processes, ledger: Ledger | None = None) -> Match:
    contest = Contest(setting(), BOTS)
    run(contest, crew, 40, ledger=ledger)
    return contest.found()


def test_pieces_of_a_number_have_the_same_luck_and_others_another() -> None:
    one, again = (play(setting(), Piece(3, BOTS)) for _ in range(2))
    assert one == again
    assert len({play(setting(), Piece(number, BOTS)).moves for number in range(8)}) > 2
    assert play(setting(seed=2), Piece(3, BOTS)) != one


def test_who_plays_it_and_when_it_is_clear_change_nothing() -> None:
    alone = found(Alone())
    with Processes(2) as crew:
        assert found(crew) == alone
    assert alone.verdict == "stronger"
    assert alone.rounds < 40
    assert alone.games == 2 * alone.rounds


def test_a_player_is_as_strong_as_itself() -> None:
    contest = Contest(setting(), ["easy", "easy"])
    run(contest, Alone(), 30)
    same = contest.found()
    assert same.verdict == "open"
    assert same.low < 0.5 < same.high


def test_budgets_are_a_players_own() -> None:
    seen: list[int] = []

    class Counting:
        def __init__(self, seed: int) -> None:
            pass

        def notice(self, events: object) -> None:
            pass

        def choose(self, view: object, legal: list[int], nodes: int, chance: object) -> int:
            seen.append(nodes)
            return legal[0]

    globals()["Counting"] = Counting
    chef = game("chef_alfredo")
    for text in ("tests.lab.test_match:Counting", "tests.lab.test_match:Counting@7"):
        player(chef, text, 50).bot(1).choose(None, [0], 0, None)  # type: ignore[arg-type]
    assert seen == [50, 7]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("grandmaster", "terminal.lab.player_unknown"),
        ("", "terminal.lab.player_unknown"),
        ("nowhere:Bot", "terminal.lab.player_missing"),
        (":Bot", "terminal.lab.player_missing"),
        (".nowhere:Bot", "terminal.lab.player_missing"),
        ("random:nothing_of_it", "terminal.lab.player_missing"),
        ("string:digits", "terminal.lab.player_no_maker"),
        ("medium@", "terminal.lab.budget"),
        ("medium@0", "terminal.lab.budget"),
        ("medium@٣", "terminal.lab.budget"),
        ("medium@" + "9" * 50, "terminal.lab.budget"),
        ("medium@" + "0" * 11 + "1" + "9" * 5000, "terminal.lab.budget"),
    ],
)
def test_what_names_no_player_is_refused(text: str, key: str) -> None:
    with pytest.raises(LabError) as refused:
        player(game("chef_alfredo"), text, 50)
    assert refused.value.key == key


# Stopped and going on


PLAN = {"what": "test"}


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = found(Alone())
    contest = Contest(setting(), BOTS)
    run(contest, Alone(), 2, ledger=Ledger(tmp_path, PLAN))
    with (tmp_path / GAMES).open("ab") as file:
        file.write(b'[{"number":2,"players":["medi')  # it was killed while it wrote

    class Counted(Alone):
        played = 0

        def play(self, setting: Setting, batches: object) -> object:  # type: ignore[override]
            for outcomes in super().play(setting, batches):  # type: ignore[arg-type]
                self.played += 1
                yield outcomes

    crew = Counted()
    assert found(crew, ledger=Ledger(tmp_path, PLAN)) == whole
    assert crew.played == whole.rounds - 2
    assert found(crew, ledger=Ledger(tmp_path, PLAN)) == whole
    assert crew.played == whole.rounds - 2, "nothing was left to play"


def test_other_plans_and_other_files_are_not_mixed_in(tmp_path: Path) -> None:
    Ledger(tmp_path / "a", PLAN)
    with pytest.raises(LabError, match=r"terminal\.lab\.other_plan"):
        Ledger(tmp_path / "a", {"what": "else"})
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("dear")
    with pytest.raises(LabError, match=r"terminal\.lab\.not_empty"):
        Ledger(tmp_path / "b", PLAN)
    (tmp_path / "a" / GAMES).write_bytes(b'[{"number":"x"}]\n')
    with pytest.raises(LabError, match=r"terminal\.lab\.line"):
        list(Ledger(tmp_path / "a", PLAN).known())


def test_a_process_that_is_ended_from_outside_is_said(tmp_path: Path) -> None:
    batches: list[Batch] = list(islice(Contest(setting(), ["tests.lab.test_match:dies", "easy"]).rounds(), 2))
    with Processes(1) as crew, pytest.raises(LabError, match=r"terminal\.lab\.crew_lost"):
        list(crew.play(setting(), batches))


def dies(seed: int) -> None:
    """A maker of bots that ends its process."""
    import os

    os._exit(1)
