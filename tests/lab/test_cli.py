"""`potluck lab match` as a person meets it: words, JSON for programs, refusals, a run that goes on."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import Result

from tests.command import done, potluck, refused


def match(*more: str | Path | int, lang: str = "en") -> Result:
    short = ("--option", "points_to_end=12", "--seed", 1, "--jobs", 1)
    return potluck("lab", "match", "chef_alfredo", "medium", "random", "--seats", 2, *short, *more, lang=lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "medium is stronger"), ("de", "medium ist stärker"), ("pt_BR", "medium é mais forte")],
)
def test_the_answer_is_said_in_words(lang: str, said: str) -> None:
    done(match(lang=lang), said, "%")


def test_a_program_reads_it_as_json_and_the_same_seed_says_the_same() -> None:
    first, again = (match("--json") for _ in range(2))
    assert first.stdout == again.stdout
    assert first.stderr == "", "no bar where nobody watches"
    (found,) = json.loads(first.stdout)
    assert found["verdict"] == "stronger"
    assert found["setting"]["options"]["points_to_end"] == 12
    assert 0.5 < found["low"] <= found["share"] <= found["high"] <= 1


def test_a_run_goes_on_and_is_not_mixed_with_another(tmp_path: Path) -> None:
    done(match("--rounds", 3, "--whole", "--out", tmp_path / "run"))
    done(match("--rounds", 5, "--whole", "--out", tmp_path / "run"), "10")
    assert len((tmp_path / "run" / "seats-2" / "games.jsonl").read_text().splitlines()) == 5
    assert json.loads((tmp_path / "run" / "match.json").read_text())[0]["rounds"] == 5
    refused(match("--nodes", 7, "--out", tmp_path / "run"), "another run")


def test_the_same_line_goes_on_where_no_seed_was_chosen(tmp_path: Path) -> None:
    line = ("lab", "match", "chef_alfredo", "random", "random", "--seats", 2, "--jobs", 1, "--whole")
    for rounds in (1, 2):
        done(potluck(*line, "--rounds", rounds, "--out", tmp_path / "run"), str(2 * rounds))
    assert len((tmp_path / "run" / "seats-2" / "games.jsonl").read_text().splitlines()) == 2


def test_a_bot_may_lie_in_the_folder_one_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_of_this_folder.py").write_text("from potluck.bots.random import RandomBot as Bot\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    line = ("lab", "match", "chef_alfredo", "random", "bot_of_this_folder:Bot", "--seats", 2)
    done(potluck(*line, "--jobs", 1, "--rounds", 1), "bot_of_this_folder:Bot")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing", "random"), "no level"),
        (("medium", "nowhere:Bot"), "nowhere"),
        (("medium@0", "random"), "budget"),
        (("medium", "random", "--seats", 9), "2–4"),
        (("medium", "random", "--option", "salt=1"), "salt"),
    ],
)
def test_what_cannot_be_is_refused_in_words(arguments: tuple[str | int, ...], said: str) -> None:
    refused(potluck("lab", "match", "chef_alfredo", *arguments), said)
