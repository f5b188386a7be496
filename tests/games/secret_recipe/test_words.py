"""Every word Secret Recipe can say is there in every language, and none is left over."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import potluck.games.secret_recipe as package
from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.material import CELLS, HOWS, KINDS, LINES, SPOTS, TOKENS
from potluck.games.secret_recipe.setup import Options
from potluck.games.secret_recipe.table import EVENTS, MOVES
from potluck.locale import LANGUAGES, Catalogue, Speaker, game_rules, read_catalogue
from potluck.play.chance import Fast
from potluck.play.phrase import SLOT, Phrase

from .situation import Situation, position

ID = "secret_recipe"
TERMS = {
    "kind": len(KINDS),
    "cell": len(CELLS) + 1,
    "slot": 8,
    "recipe": 2,
    "how": len(HOWS),
    "spot": len(SPOTS),
    "line": len(LINES),
    "token": len(TOKENS),
    "combination": 5,
    "space": 4,
}
STEPS = ("turn", "look", "pact", "vote", "keep", "tea", "swap", "initiate", "counter")


def words(language: str) -> Catalogue:
    return read_catalogue(files("potluck.games.secret_recipe") / "words", language)


def asked_for() -> set[str]:
    """Keys the sources can ask for: terms, events, moves, options, and every literal name."""
    keys = {f"{ID}.{term}.{value}" for term, size in TERMS.items() for value in range(size)}
    keys |= {f"{ID}.event.{row.name}" for row in EVENTS.rows}
    keys |= {MOVES.phrase(move).key for move in range(len(MOVES))}
    keys |= {f"{ID}.{name}" for name in ("name", "blurb")}
    keys |= {f"{ID}.option.{name}{end}" for name in ("round_limit", "help") for end in ("", ".help")}
    keys |= {f"{ID}.option.help.{level}" for level in ("paper", "marks", "expert")}
    keys |= {f"{ID}.line.help.{level}" for level in ("paper", "marks", "expert")}
    keys |= {f"{ID}.prompt.{step}.other" for step in STEPS}
    keys |= {f"{ID}.prompt.{step}.you" for step in STEPS if step not in ("turn", "counter")}
    keys |= {f"{ID}.prompt.turn.{name}{end}" for name in ("clue", "question") for end in ("", ".discard")}
    keys |= {f"{ID}.line.{name}.{answer}" for name in ("asked", "pact") for answer in ("yes", "no")}
    kinds = {MOVES.fields(move)[0] for move in range(len(MOVES))}
    keys |= {f"{ID}.moves.{kind}" for kind in kinds}
    keys |= {f"{ID}.field.{name}" for move in range(len(MOVES)) for name in MOVES.phrase(move).args}
    keys |= {f"{ID}.line.own.{kind}" for kind in ("nothing", "think", "ask")}
    keys |= {f"{ID}.prompt.{step}.sealed" for step in ("vote", "tea", "swap")}
    keys |= {f"{ID}.refuse.when.{kind}" for kind in kinds if not kind.startswith("peek")}
    folder = Path(package.__file__).parent
    said, _, refused = (folder / "say.py").read_text(encoding="utf-8").partition("# Why not.")
    for source, middle in ((said, ""), (refused, "refuse.")):
        assert source
        keys |= {f"{ID}.{middle}{found}" for found in re.findall(r'"([a-z_]+(?:\.[a-z_]+)*)"', source)}
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_left_over(language: str) -> None:
    assert {re.split("[@:]", key)[0] for key in words(language)} <= asked_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_moves_and_terms_have_words_that_use_their_arguments(language: str) -> None:
    catalogue = words(language)
    for row in EVENTS.rows:
        name, arguments = row.name, row.fields
        message = catalogue[f"{ID}.event.{name}"]
        forms = [message] if isinstance(message, str) else message
        known = {argument.removeprefix("*") for argument in arguments}
        assert {slot for form in forms for slot, _ in SLOT.findall(form)} <= known, name
        assert known <= set(game.vocabulary)
    for move in range(len(MOVES)):
        phrase = MOVES.phrase(move)
        message = catalogue[phrase.key]
        assert {slot for slot, _ in SLOT.findall(str(message))} <= set(phrase.args)
    for term, size in TERMS.items():
        assert all(f"{ID}.{term}.{value}" in catalogue for value in range(size))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_for_players_are_complete(language: str) -> None:
    text = game_rules("potluck.games.secret_recipe", language)
    assert text.startswith("# ")
    assert text.count("\n#") == game_rules("potluck.games.secret_recipe", "en").count("\n#") > 10
    assert text.count("\n| ") == (2 + 9) + (2 + 5)  # ingredients, point tokens
    for number in (25, 6, 30, 99):
        assert str(number) in text


def test_a_clue_reads_well() -> None:
    table = Situation(position(3)).play("p1 clue 3 type= top2")
    said = {
        language: Speaker(language, [words(language)], game.vocabulary, ["Anne", "Ben", "Cleo"]).say(
            Phrase(f"{ID}.event.clue", dict(table.told("clue")[0]))
        )
        for language in LANGUAGES
    }
    assert said["en"] == "Anne gives a clue about ingredient 3: walnuts or apples (column B)."
    assert said["de"] == "Anne gibt einen Hinweis zu Zutat 3: Walnüsse oder Äpfel (Spalte B)."
    assert said["pt_BR"] == "Anne dá uma dica sobre o ingrediente 3: nozes ou maçãs (coluna B)."


def test_a_whole_view_can_be_said() -> None:
    speaker = Speaker("en", [words("en")], game.vocabulary, ["Anne", "Ben"])
    view = game.view(game.new(2, Options(help="expert"), Fast(1)), 0)
    lines = [speaker.say(line) for section in game.describe(view) for line in section.lines]
    assert not [line for line in lines if ID in line or "{" in line]
    assert speaker.say(game.prompt(view)).startswith("Your turn" if view.active == 0 else "Ben")
