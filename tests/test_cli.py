"""The command line as a person meets it: through pipes, in three languages, with mistakes."""

import io
import re
import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console
from typer.testing import Result

from potluck import __version__
from potluck.commands.database import data_folder, database_url
from potluck.play.chance import Fast
from potluck.play.game import Game
from potluck.play.moves import PASS, Kind, Moves
from potluck.play.record import EndedEarly, Record
from potluck.play.registry import game as find
from potluck.terminal.menu import Menu
from potluck.terminal.session import Luck, Session
from potluck.terminal.show import FEW, Screen
from potluck.terminal.talk import Talk
from potluck.terminal.words import Words, choose_language, match_language
from tests.command import potluck, refused
from tests.play.toy import game as sound_toy

GAME = "cooking_rumble"
toy = cast(Game, sound_toy)
FIRST_ALWAYS = "1\n" * 400


def play(*arguments: str | Path, typed: str, lang: str = "en") -> Result:
    return potluck("play", GAME, "--name", "Ann", *arguments, typed=typed, lang=lang)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The record of a whole game with live luck, and what was shown while it was played."""
    file = tmp_path_factory.mktemp("live") / "game.txt"
    result = play("--seats", "3", "--save", file, typed=FIRST_ALWAYS)
    assert result.exit_code == 0, result.output
    return file, result.stdout


@pytest.mark.parametrize(
    ("lang", "players"),
    [("en_GB", "Players"), ("de_DE", "Personen"), ("pt_BR", "Jogadores"), ("xx", "Players")],
)
def test_games_speaks_the_language_of_the_environment(lang: str, players: str) -> None:
    result = potluck("games", lang=lang)
    assert result.exit_code == 0
    assert players in result.stdout
    row = next(line for line in result.stdout.splitlines() if GAME in line)
    assert "Cooking Rumble" in row
    assert "2–3" in row
    assert not re.search(r"\b(tag|level|terminal)\.", result.stdout)


def test_games_in_a_language_asked_for() -> None:
    assert "Personen" in potluck("games", "--lang", "de").stdout
    refused(potluck("games", "--lang", "tlh"), "en, de, pt_BR")


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    """Played to its end by always taking the first move; the record replays to the same end."""
    file = tmp_path / "game.txt"
    result = play("--seed", "11", "--save", file, typed=FIRST_ALWAYS)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "\x1b" not in result.stdout
    assert not [line for line in lines if line != line.rstrip()]
    decided, *standings = lines[lines.index("== The game is over ==") + 1 :][:3]
    assert decided.startswith("The game ends as soon as somebody has 6 points: ")
    assert re.fullmatch(r"1\. (Ann|Ginger): \d+ points?", standings[0])
    told = potluck("replay", file)
    assert told.exit_code == 0, told.output
    assert standings == told.stdout.splitlines()[-2:]


def test_a_seed_gives_the_same_game_again() -> None:
    first = play("--seed", "5", typed=FIRST_ALWAYS)
    assert first.stdout == play("--seed", "5", typed=FIRST_ALWAYS).stdout
    assert first.stdout != play("--seed", "6", typed=FIRST_ALWAYS).stdout


def test_without_a_seed_luck_is_committed_to_and_told_at_the_end(live: tuple[Path, str]) -> None:
    file, shown = live
    record = Record.parse(file.read_bytes())
    assert record.commitment is not None
    assert record.seed is not None
    assert record.commitment in shown
    assert record.seed in shown[shown.index("The game is over") :]
    assert record.seed not in shown[: shown.index("The game is over")]


def test_leaving_early_ends_the_game_and_its_record_verifies(tmp_path: Path) -> None:
    """Nobody can take it up again."""
    file = tmp_path / "early.txt"
    result = play("--save", file, typed="quit\n")
    assert result.exit_code == 0
    record = Record.parse(file.read_bytes())
    assert (record.result, record.ended) == (None, EndedEarly("closed", [1, 1]))
    assert f"The seed behind it: {record.seed}" in result.stdout
    told = potluck("replay", file)
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert "ended before its time" in lines[-3]
    assert [line for line in lines[-2:] if "0 points" in line] == lines[-2:]
    checked = potluck("replay", file, "--verify")
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[-1].startswith("The game was ended before its time: the places are")
    unplaced = tmp_path / "unplaced.txt"
    unplaced.write_text(file.read_text().replace("so far: 1 1\n", ""))
    assert "tells no places" in potluck("replay", unplaced, "--verify").stdout.splitlines()[-1]


def test_a_record_that_stops_before_the_end_is_told_so(tmp_path: Path) -> None:
    file = unfinished(tmp_path)
    told = potluck("replay", file)
    assert told.exit_code == 0
    assert "not over" in told.stdout.splitlines()[-1]


def unfinished(folder: Path) -> Path:
    """A record whose end is cut off."""
    file = folder / "unfinished.txt"
    play("--save", file, typed="quit\n")
    file.write_text(file.read_text().rpartition("\n\n")[0] + "\n")
    return file


def test_the_end_of_input_is_leaving(tmp_path: Path) -> None:
    result = play("--seed", "5", typed="")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "You left the game before its end."


def numbered(shown: str) -> list[list[str]]:
    """The notations offered, one list for every time something was asked."""
    return [re.findall(r"\[([a-z0-9 ]+)\]$", part, re.MULTILINE) for part in shown.split("Your move > ")]


def wild_first() -> Sequence[str]:
    """A seed whose first question to seat 1 offers wild tokens."""
    for seed in range(20):
        offered = numbered(play("--seed", str(seed), typed="").stdout)[0]
        if any(text.startswith("wild") for text in offered):
            return str(seed), *offered
    raise AssertionError("no game in twenty begins with Ann")


def test_undo_takes_back_what_told_nobody_anything() -> None:
    seed, *offered = wild_first()
    result = play("--seed", seed, typed=f"{offered[0]}\nundo\nundo\n")
    asked = numbered(result.stdout)
    assert asked[0] == asked[2]
    assert len(asked[1]) < len(asked[0])
    assert "Your last move is taken back." in result.stdout
    assert "There is nothing of yours to take back now." in result.stdout


def test_undo_never_crosses_what_others_have_seen() -> None:
    seed, *offered = wild_first()
    card = next(text for text in offered if text.startswith("card"))
    result = play("--seed", seed, typed=f"{card}\nundo\n")
    assert "There is nothing of yours to take back now." in result.stdout
    assert "Your last move is taken back." not in result.stdout


def test_words_narrow_the_list_and_enter_plays_the_only_one() -> None:
    seed, *offered = wild_first()
    cards = [text for text in offered if text.startswith("card")]
    result = play("--seed", seed, typed=f"CARD\nhide\n{cards[0]}\n")
    asked = numbered(result.stdout)
    assert asked[1] == cards
    assert asked[2] == cards
    # The notation may be written with other spaces; a unique one is played by an empty line.
    wild = offered[0]
    narrowed = play("--seed", seed, typed="  " + wild.upper().replace(" ", "  ")[:-1] + " " + wild[-1] + "\n")
    assert "You lay a wild token" in narrowed.stdout
    alone = play("--seed", seed, typed="wild cereals recipe b\n\n")
    assert "Only this one fits." in alone.stdout
    assert "You lay a wild token on recipe B" in alone.stdout


def test_a_move_of_the_game_that_is_not_allowed_now_is_answered_with_its_reason() -> None:
    seed, *_ = wild_first()
    reason = play("--seed", seed, typed="pan a\n").stdout.split("Your move > pan a\n")[1]
    assert "Nothing here fits" not in reason
    assert "fits “salsa”" in play("--seed", seed, typed="salsa\n").stdout


@pytest.mark.parametrize(
    ("lang", "command"), [("en", "rules"), ("de", "regeln"), ("pt", "regras"), ("de", "rules")]
)
def test_rules_and_help_are_one_word_away(lang: str, command: str) -> None:
    result = play("--seed", "5", "--lang", lang, typed=f"{command}\n?\n")
    assert result.exit_code == 0
    assert "\n# " in result.stdout
    assert "terminal." not in result.stdout


@pytest.mark.parametrize("lang", ["de", "pt_BR"])
def test_a_whole_game_has_no_gap_in_its_words(lang: str) -> None:
    shown = play("--seed", "3", "--seats", "3", "--lang", lang, typed=FIRST_ALWAYS).stdout
    assert not re.search(r"\b(terminal|cooking_rumble|level|error)\.[a-z]|[{}]", shown)


def test_a_name_that_looks_like_code_is_only_a_name(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    name = "[red]{kind}[/] \x1b[31m\n%s"
    result = potluck("play", GAME, "--seed", "3", "--name", name, "--save", file, typed=FIRST_ALWAYS)
    assert result.exit_code == 0, result.output
    assert "[red]{kind}[/] [31m %s" in result.stdout
    assert Record.parse(file.read_bytes()).tags["player p1"] == "[red]{kind}[/] [31m %s"
    assert "[red]{kind}[/] [31m %s" in potluck("replay", file).stdout


def test_a_name_from_right_to_left_turns_no_line_and_a_bots_name_is_the_persons(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = potluck("play", GAME, "--seed", "3", "--name", "עדה\u202e", "--save", file, typed=FIRST_ALWAYS)
    assert result.exit_code == 0, result.output
    assert "\u2068עדה\u2069" in result.stdout
    assert "\u202e" not in result.stdout
    assert Record.parse(file.read_bytes()).tags["player p1"] == "עדה"
    assert "\u2068עדה\u2069" in potluck("replay", file).stdout
    taken = tmp_path / "taken.txt"
    potluck("play", GAME, "--seed", "3", "--name", "GINGER", "--save", taken, typed=FIRST_ALWAYS)
    tags = Record.parse(taken.read_bytes()).tags
    assert [tags["player p1"], tags["player p2"]] == ["GINGER", "Ginger 2"]


def test_watching_bots_needs_no_typing() -> None:
    result = play("--seed", "3", "--seat", "0", "--level", "random", typed="")
    assert result.exit_code == 0
    assert "== The game is over ==" in result.stdout
    assert "Your move" not in result.stdout
    assert "Ann" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["cooking_rumbel"], ["“cooking_rumbel”", "Did you mean cooking_rumble?"]),
        (["Cookin Rumble"], ["Did you mean cooking_rumble?"]),
        (["chess"], ["“chess”", GAME]),
        (["pot_pourri"], ["Pot Pourri", "not ready"]),
        (["Diced Veggies"], ["Diced Veggies", "not ready"]),
        ([GAME, "--seats", "9"], ["2–3"]),
        ([GAME, "--seat", "3"], ["from 1 to 2"]),
        ([GAME, "--seat", "-1"], ["from 1 to 2"]),
        ([GAME, "--level", "godlike"], ["“godlike”", "random"]),
        ([GAME, "--option", "expert"], ["“expert”", "name=value"]),
        ([GAME, "--option", "spicy=true"], ["“spicy”", "expert"]),
        ([GAME, "--option", "expert=maybe"], ["“maybe”", "true, false"]),
        ([GAME, "--lang", "xx"], ["en, de, pt_BR"]),
    ],
)
def test_mistakes_are_answered_in_words(arguments: list[str], parts: list[str]) -> None:
    result = potluck("play", *arguments, typed=FIRST_ALWAYS)
    refused(result, *parts)
    assert result.stdout == ""


def test_mistakes_are_answered_in_the_language_asked_for() -> None:
    refused(potluck("play", "chess", "--lang", "de"), "gibt es nicht")
    refused(potluck("replay", "nothing.txt", "--lang", "pt"), "Não foi possível ler nothing.txt")


def test_options_reach_the_game() -> None:
    shown = play("--seed", "4", "--option", "expert=yes", typed=FIRST_ALWAYS).stdout
    assert "wild token" not in shown


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("mine")
    refused(play("--save", file, typed=FIRST_ALWAYS), "precious.txt")
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "There is no folder"), ("de", "gibt es nicht"), ("pt", "não existe")]
)
def test_a_record_that_could_not_be_kept_is_said_before_the_game(
    lang: str, words: str, tmp_path: Path
) -> None:
    missing = tmp_path / "no" / "game.txt"
    result = play("--save", missing, "--lang", lang, typed=FIRST_ALWAYS)
    refused(result, words, str(tmp_path / "no"))
    assert result.stdout == ""
    assert not missing.parent.exists()


def test_a_name_that_no_record_can_have_is_said_before_the_game(tmp_path: Path) -> None:
    result = play("--save", tmp_path / ("x" * 300), typed=FIRST_ALWAYS)
    refused(result, "xxx")
    assert result.stdout == ""


@pytest.mark.parametrize(("lang", "words"), [("en", "a folder"), ("de", "ein Ordner"), ("pt", "uma pasta")])
def test_a_folder_is_said_to_be_no_record(lang: str, words: str, tmp_path: Path) -> None:
    refused(potluck("replay", tmp_path, "--lang", lang), words, str(tmp_path))


def test_a_closed_folder_is_said_before_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Asked of the system, not of the mode: to an administrator no folder is closed.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    result = play("--save", tmp_path / "game.txt", typed=FIRST_ALWAYS)
    refused(result, "Nothing can be written", str(tmp_path))
    assert result.stdout == ""


def test_a_record_that_cannot_be_written_is_printed(tmp_path: Path) -> None:
    """The folder is good before the game and gone after it."""
    folder = tmp_path / "gone"
    folder.mkdir()
    end = Session.record

    def and_the_folder_goes(session: Session, names: Sequence[str], *, left: bool) -> Record:
        folder.rmdir()
        return end(session, names, left=left)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "record", and_the_folder_goes)
        result = play("--seed", "1", "--save", folder / "game.txt", typed=FIRST_ALWAYS)
    refused(result, "could not be written")
    printed = Record.parse(result.stdout[result.stdout.index("potluck record 2") :])
    assert printed.result is not None
    assert printed.tags["player p1"] == "Ann"


def test_replay_tells_a_seat_what_it_was_told(live: tuple[Path, str]) -> None:
    """The lines told while playing are the lines told again, in order, to that seat."""
    file, shown = live
    events = [line for line in shown.splitlines() if line.startswith(" · ")]
    told = potluck("replay", file, "--seat", "1").stdout
    assert [line for line in told.splitlines() if line.startswith(" · ")] == events


def test_replay_tells_a_seat_no_secret_of_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who looks into the toy's jar is told what is in it; in a replay that seat is told, and no other."""
    monkeypatch.setattr("potluck.commands.play.find_game", lambda typed, lang: toy)
    monkeypatch.setattr("potluck.commands.replay.find", lambda name: toy)
    file = tmp_path / "toy.txt"
    shown = potluck(
        "play", "toy", "--seats", "2", "--seed", "1", "--save", file, typed="peek\n" + FIRST_ALWAYS
    )
    assert shown.exit_code == 0, shown.output
    assert "\np1 peek\n" in file.read_text()

    def events(*arguments: str) -> set[str]:
        told = potluck("replay", file, *arguments).stdout.splitlines()
        return {line for line in told if line.startswith(" · ")}

    own, rival, spectators = (events("--seat", seat) for seat in ("1", "2", "0"))
    everything = events()
    secret = own - rival - spectators
    assert secret
    assert secret <= everything
    assert own | rival | spectators >= everything


def test_replay_step_waits(live: tuple[Path, str]) -> None:
    result = potluck("replay", live[0], "--step", typed="\n\nq\n")
    assert result.exit_code == 0
    assert result.stdout.count("Enter for the next move") == 3
    assert "This turn" in result.stdout
    assert "The game is over" not in result.stdout


def test_verify_says_what_was_checked(live: tuple[Path, str]) -> None:
    file = live[0]
    record = Record.parse(file.read_bytes())
    answers = len(record.setup) + sum(len(move.answers) for move in record.moves)
    result = potluck("replay", file, "--verify")
    assert result.exit_code == 0, result.output
    assert record.commitment is not None
    assert record.seed is not None
    assert record.commitment in result.stdout
    assert record.seed in result.stdout
    assert f"{answers} answers of luck checked" in result.stdout
    assert f"{len(record.moves)} moves checked" in result.stdout


@pytest.mark.parametrize("before", ["", "\ufeff"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_verify_reads_what_editors_leave(
    before: str, ends: str, last: bool, live: tuple[Path, str], tmp_path: Path
) -> None:
    text = live[0].read_text(encoding="utf-8")
    file = tmp_path / "edited.txt"
    edited = before + (text if last else text.rstrip("\n")).replace("\n", ends)
    file.write_bytes(edited.encode())
    assert potluck("replay", file, "--verify").stdout == potluck("replay", live[0], "--verify").stdout
    assert Record.parse(file.read_bytes()).text() == text


def test_verify_finds_luck_that_was_changed(live: tuple[Path, str], tmp_path: Path) -> None:
    lines = live[0].read_text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("* "))
    answer, bound = map(int, lines[at][2:].split("/"))
    lines[at] = f"* {(answer + 1) % bound}/{bound}\n"
    file = tmp_path / "changed.txt"
    file.write_text("".join(lines))
    refused(potluck("replay", file, "--verify"), f"line {at + 1}")


def test_verify_needs_a_seed(tmp_path: Path) -> None:
    file = tmp_path / "seeded.txt"
    play("--seed", "2", "--save", file, typed=FIRST_ALWAYS)
    refused(potluck("replay", file, "--verify"), "cannot be replayed", "tells no seed")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "not finished"), ("de", "nicht zu Ende"), ("pt", "não terminou")]
)
def test_an_unfinished_record_is_not_verified(lang: str, words: str, tmp_path: Path) -> None:
    refused(potluck("replay", unfinished(tmp_path), "--verify", "--lang", lang), words)


def test_damage_is_worded_in_the_language_asked_for(live: tuple[Path, str], tmp_path: Path) -> None:
    """No English but in brackets, where the reader's own words stand."""
    text = live[0].read_text()
    first = next(line for line in text.splitlines() if re.match(r"p\d (guess|card|wild)", line))
    other = f"p{int(first[1]) % 3 + 1}{first[2:]}"
    places = next(line for line in text.splitlines() if line.startswith("result: "))
    wrong = "result: 1 1 1"
    line = {each: number for number, each in reversed(list(enumerate(text.splitlines(), 1)))}
    for content, *parts in (
        (text.replace(places, wrong), f"Zeile {line[places]}", "Nach den Regeln sind die Plätze"),
        (text.replace(first, first[:3] + "flambé", 1), f"Zeile {line[first]}", "Diesen Zug gibt es"),
        (text.replace(first, other, 1), f"Zeile {line[first]}", "nicht am Zug"),
        (text.replace(first, "p8" + first[2:], 1), f"Zeile {line[first]}", "sitzt niemand"),
        (
            text.replace("rules: 1", "rules: 01"),
            "Zeile 3",
            "So ist eine Aufzeichnung nicht geschrieben ('01'",
        ),
        (text[: text.index(first) + len(first)], "bricht ab"),
        ("Einkaufszettel\n", "keine Aufzeichnung"),
    ):
        file = tmp_path / "broken.txt"
        file.write_text(content)
        refused(potluck("replay", file, "--lang", "de"), *parts)


def test_replay_calls_players_by_the_names_in_the_record(live: tuple[Path, str], tmp_path: Path) -> None:
    file = tmp_path / "named.txt"
    file.write_text(
        re.sub(r"^tag player p2: .*$", "tag player p2: bot medium 2", live[0].read_text(), flags=re.M)
    )
    told = potluck("replay", file).stdout
    assert "bot medium 2" in told
    assert "Ginger" not in told
    file.write_text(re.sub(r"^tag player p2: .*\n", "", live[0].read_text(), flags=re.M))
    assert "Platz 2" in potluck("replay", file, "--lang", "de").stdout


def test_the_version_is_told() -> None:
    result = potluck("--version")
    assert result.exit_code == 0
    assert result.stdout == f"potluck {__version__}\n"
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    assert project["version"] == __version__


def test_damage_is_named_with_its_line(live: tuple[Path, str], tmp_path: Path) -> None:
    text = live[0].read_text()
    lines = text.splitlines(keepends=True)
    move = next(number for number, line in enumerate(lines) if re.match(r"p\d (guess|card)", line))

    def broken(content: str | bytes) -> Result:
        file = tmp_path / "broken.txt"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return potluck("replay", file)

    refused(broken(""), "line 1")
    refused(broken(b"\xff\xfe\x00"), "line 1")
    refused(broken("a shopping list\n"), "line 1")
    refused(broken("".join(lines[: move + 1])[:-1]), f"line {move + 1}")
    refused(broken("".join([*lines[:move], "p1 flambé\n", *lines[move + 1 :]])), f"line {move + 1}")
    refused(broken(text.replace("rules: 1", "rules: 99")), "rules 99")
    refused(broken(text.replace(f"game: {GAME}", "game: chess")), "chess")
    refused(broken(b"x" * 3_000_000), "cannot be replayed")
    refused(potluck("replay", tmp_path), tmp_path.name)
    refused(potluck("replay", live[0], "--seat", "7"), "from 1 to 3")


def test_thousands_of_moves_stay_in_hand() -> None:
    """Numbers stay put while words narrow; each kind shows a few; the right one is found by its words."""
    fields = [(name, [f"{name}{value}" for value in range(50)]) for name in "xy"]
    table = Moves("big", [Kind(0, "vote", *fields)])
    menu = Menu(range(len(table)), table, lambda phrase: f"Vote {phrase.args['x']}, {phrase.args['y']}", "-")
    assert len(menu.choices) == 2500
    (found,) = menu.matching("x17 y42")
    assert found == menu.choices[17 * 50 + 42]
    assert menu.pick(str(found.number)) == found
    assert menu.pick("VOTE  x17 y42") == found
    assert menu.pick("2501") is None
    assert len(menu.matching("x1 ")) > FEW


def test_free_moves_are_offered_once_before_each_decision() -> None:
    """The bystander is asked first, may pass, and is asked again only after something has happened."""
    session = Session(toy, 2, toy.options(), {1: "random"}, Luck(Fast(3), Fast(4)), 0)
    passed = 0
    while (asked := session.asked()) is not None:
        if asked.legal[0] == PASS:
            passed += 1
            session.play(asked.seat, PASS)
            again = session.asked()
            assert again is not None
            assert again.seat != asked.seat or again.legal[0] != PASS
        else:
            session.play(asked.seat, asked.legal[0])
    assert session.over()
    assert passed > 0


def test_passing_is_number_nought(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("potluck.commands.play.find_game", lambda typed, lang: toy)
    shown = potluck("play", "toy", "--seats", "2", "--seed", "1", typed="0\n1\n" * 100)
    assert shown.exit_code == 0, shown.output
    assert "  0  nothing for now   [pass]" in shown.stdout
    assert "== The game is over ==" in shown.stdout


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("de_AT.UTF-8", "de"),
        ("pt_PT", "pt_BR"),
        ("pt-br", "pt_BR"),
        ("PT", "pt_BR"),
        ("en_US.UTF-8@euro", "en"),
        ("C.UTF-8", None),
        ("deutsch", None),
        ("", None),
    ],
)
def test_a_locale_finds_its_catalogue(name: str, language: str | None) -> None:
    assert match_language(name) == language


def test_the_environment_is_asked_in_the_usual_order() -> None:
    assert choose_language(None, {"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "pt_BR"}) == "de"
    assert choose_language(None, {"LC_ALL": "C", "LANG": "de_DE"}) == "en"
    assert choose_language("pt", {"LANG": "de_DE"}) == "pt_BR"
    assert choose_language(None, {}) == "en"


def test_only_the_data_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip in --db makes no folder and starts no empty house."""
    missing = tmp_path / "nope" / "x.db"
    for lang, words in (("en", "There is no folder"), ("de_DE", "gibt es nicht"), ("pt_BR", "não existe")):
        refused(potluck("serve", "--db", missing, lang=lang), words, str(missing.parent))
    refused(potluck("serve", "--db", tmp_path), "is a folder")
    assert not missing.parent.exists()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert database_url(None) == f"sqlite:///{tmp_path.as_posix()}/data/potluck/potluck.db"
    assert (tmp_path / "data" / "potluck").is_dir()


@pytest.mark.parametrize(
    ("option", "given", "said"),
    [
        ("--host-name", "https://games.example", "games.example:8443"),
        ("--host-name", "games.example/potluck", "games.example:8443"),
        ("--host-name", "fe80::1", "games.example:8443"),
        ("--prefix", "/pot luck", "/potluck"),
        ("--prefix", "/../potluck?", "/potluck"),
        ("--prefix", "/../potluck", "/potluck"),
        ("--prefix", "/pot/./luck", "/potluck"),
        ("--trusted-proxy", "nonsense", "127.0.0.1"),
        ("--trusted-proxy", "127.0.0.1,", "127.0.0.1"),
        ("--trusted-proxy", "127.0.0.1, 10.0.0.1/8", "10.0.0.0/8"),
    ],
)
def test_what_is_no_part_of_an_address_is_refused(
    option: str, given: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("potluck.web.serve.serve", lambda *_, **__: None)
    result = potluck("serve", option, given)
    assert result.exit_code == 2
    assert f"Invalid value for '{option}'" in result.stderr
    assert said in result.stderr


def test_names_and_a_path_are_taken_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr("potluck.web.serve.serve", lambda *_, **more: given.update(more))
    names = ["games.example", "other.example:8443", "[::1]:8000"]
    options = [part for name in names for part in ("--host-name", name)]
    options += ["--prefix", "potluck/", "--trusted-proxy", "127.0.0.1, fd00::/8"]
    assert potluck("serve", "--db", tmp_path / "x.db", *options).exit_code == 0
    assert (given["host_names"], given["prefix"]) == (names, "/potluck")
    assert given["trusted_proxy"] == "127.0.0.1, fd00::/8"


def test_games_are_kept_where_the_system_keeps_data(tmp_path: Path) -> None:
    assert data_folder("linux", {"XDG_DATA_HOME": "/data"}) == Path("/data/potluck")
    assert data_folder("linux", {}) == Path.home() / ".local/share/potluck"
    assert data_folder("darwin", {}).name == "Potluck"
    assert data_folder("win32", {"LOCALAPPDATA": "C:/x"}) == Path("C:/x/Potluck")
    url = database_url(str(tmp_path / "games.db"))
    assert url == f"sqlite:///{tmp_path.as_posix()}/games.db"
    assert database_url("postgresql+psycopg://host/x") == "postgresql+psycopg://host/x"


def test_hundreds_of_moves_are_told_by_their_parts_and_found_by_words() -> None:
    """A vote in Secret Recipe: every kind of move by what it is made of, narrowed to one by typing words."""
    result = potluck(
        "play", "secret_recipe", "--seats", "3", "--seed", "4", "--name", "Ana",
        typed="unveil ginger 2 honey\nunveil ginger 2 HONEY b1\n\nquit\n",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    first, some, one, played, *_ = result.stdout.split("Your move > ")
    assert "Unveil (144 moves)" in first
    assert "Whose recipe: Ginger · Olive" in first
    assert "Ingredient number: 1 · 2 · 3 · 4" in first
    assert len(numbered(first)[0]) < 20
    assert numbered(some)[0] == ["unveil p2 2 honey b1", "unveil p2 2 honey none"]
    assert numbered(one)[0] == ["unveil p2 2 honey b1"]
    assert "You have decided." in played


def test_words_are_found_without_accents_and_numbers_only_whole() -> None:
    game = find("secret_recipe")
    rows = [game.moves.parse(text) for text in ("discard a1", "clue 1 type= top1", "clue 2 type= top1")]
    said = {row: f"{game.moves.text(row)} maçã" for row in rows}
    menu = Menu(
        rows,
        game.moves,
        lambda phrase: next(said[row] for row in rows if game.moves.phrase(row) == phrase),
        "",
    )
    assert [choice.move for choice in menu.matching("1 maca")] == [rows[1]]
    assert [choice.move for choice in menu.matching("MAÇÃ")] == rows


@pytest.mark.parametrize(
    "lang", [pytest.param("en", marks=pytest.mark.slow), "de", pytest.param("pt_BR", marks=pytest.mark.slow)]
)
def test_a_whole_game_of_hundreds_of_moves_through_a_pipe(lang: str) -> None:
    """Never voting: played to its round limit, with every sentence in the language asked for."""
    result = potluck(
        "play", "secret_recipe", "--seats", "3", "--seed", "7", "--option", "round_limit=8",
        "--level", "medium", "--name", "Ana", typed=FIRST_ALWAYS, lang=lang,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert not re.search(r"secret_recipe\.|\{\w+\}", result.stdout)
    assert re.fullmatch(r"3\. .+|2\. .+", result.stdout.splitlines()[-1])


WIPE = "\x1b[H\x1b[2J\x1b[3J"


def in_a_terminal(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch, seats: int = 3
) -> tuple[list[str], str]:
    """A whole game by always taking the first choice: each question's screen, all that was written."""
    game = find(name)
    out = Console(file=io.StringIO(), force_terminal=True, width=100)
    assert isinstance(out.file, io.StringIO)
    names = ["Ann", "Bo", "Cy", "Di"][:seats]
    words = Words("en", game, names)
    screen = Screen(words, out)
    asked: list[str] = []

    def ask(_question: str) -> str:
        asked.append(out.file.getvalue())  # type: ignore[attr-defined]
        return "1"

    monkeypatch.setattr(screen, "ask", ask)
    options = game.options(**({"points_to_end": 12} if name == "chef_alfredo" else {}))
    bots = dict.fromkeys(range(1, seats), "easy")
    session = Session(game, seats, options, bots, Luck(Fast(seed), Fast(seed + 1)), 0)
    Talk(session, words, screen, names).play()
    return [text.rpartition(WIPE)[2] for text in asked], out.file.getvalue()


@pytest.mark.parametrize("seed", range(6))
def test_ca_20_a_question_stands_beside_nothing_that_is_over(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look goes with the look, a poured pot with the next roll: no line of what was is left."""
    screens, output = in_a_terminal("chef_alfredo", seed, monkeypatch)
    assert len(screens) > 10
    for text in screens:
        assert "· " not in text  # nothing that happened
        assert text.count("The stove") == 1  # the table as it is now, and not as it was
    assert "· You looked" in output
    assert "closes pot" in output


def test_ca_20_after_the_end_all_is_told_again_and_every_pot_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    _, output = in_a_terminal("chef_alfredo", 1, monkeypatch)
    end = output.partition("Nobody has to remember any more")[2]
    assert "· You looked" in end
    assert len(re.findall(r"Pot [ABCD], (?:open now|poured out)", end)) == 4
    assert re.search(r"most cooking tiles: \d+, with a lead of|a tie is a shared win", end)


def test_a_game_that_forgets_nothing_keeps_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    screens, output = in_a_terminal(GAME, 1, monkeypatch, 2)
    assert WIPE not in output
    assert all(later.startswith(earlier) for earlier, later in pairwise(screens))
