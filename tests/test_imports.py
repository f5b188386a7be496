"""Imports go one way, so that rules never learn of a network and a server never learns of a rule."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "potluck"

# What each part may import of the house, beside itself.
MAY = {
    "play": set[str](),
    "locale": {"play"},
    "games": {"play"},
    "bots": {"play"},
    "tables": {"bots", "locale", "play"},
    "web": {"tables", "bots", "locale", "play"},
    "terminal": {"bots", "locale", "play"},
    "commands": {"terminal", "web", "tables", "bots", "locale", "play"},
    "cli": {"commands"},
}
# What each part may import from elsewhere, beside the standard library; left out: anything.
OTHERS = {
    "play": {"msgspec"},
    "locale": {"babel"},
    "games": {"msgspec"},
    "bots": set[str](),
    "tables": {"msgspec", "sqlalchemy", "alembic"},
    "terminal": {"rich"},
}


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            yield node.module


GAMES = SOURCE / "games"
FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in MAY, f"a new part of the house: say what {part} may import"
    for name in imported(path):
        top, _, rest = name.partition(".")
        if top == "potluck":
            wanted = rest.split(".")[0]
            assert wanted in MAY[part] | {part}, f"{part} may not import potluck.{wanted}"
        elif top not in sys.stdlib_module_names and part in OTHERS:
            assert top in OTHERS[part], f"{part} may not import {top}"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/*.py")), ids=lambda path: path.parent.name)
def test_a_game_knows_no_other_game(path: Path) -> None:
    own = f"potluck.games.{path.parent.name}"
    assert all(name.startswith(own) for name in imported(path) if name.startswith("potluck.games"))


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/rules.py")), ids=lambda path: path.parent.name)
def test_rules_stay_lean(path: Path) -> None:
    """What mypyc would trip over, or be slow with, is not in the rules."""
    assert not set(imported(path)) & {"msgspec", "dataclasses", "enum", "random", "time", "secrets"}


def test_the_test_sees_something() -> None:
    assert {part_of(path) for path in FILES} == set(MAY)
