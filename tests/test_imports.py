"""Imports go one way: cli and web on tables, these on bots and locale, all on play, play on nothing."""

import ast
from pathlib import Path
from typing import Final

import pytest

import potluck

SOURCE: Final = Path(potluck.__file__).parent

# What each part may import of the house, itself aside.
ALLOWED: Final[dict[str, frozenset[str]]] = {
    "play": frozenset(),
    "locale": frozenset({"play"}),
    "games": frozenset({"play"}),
    "bots": frozenset({"play"}),
    "lab": frozenset({"play", "bots"}),
    "tables": frozenset({"play", "bots", "locale"}),
    "web": frozenset({"tables", "bots", "play", "locale"}),
    # The command line's own: the terminal's table, and one module a command.
    "terminal": frozenset({"play", "bots", "locale"}),
    "commands": frozenset({"play", "bots", "games", "lab", "locale", "tables", "terminal", "web"}),
}
PARTS: Final = frozenset(ALLOWED)
SHELF: Final = "potluck.games.shelf"


def parts() -> list[str]:
    return sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())


def imported(path: Path) -> set[str]:
    """Full names of the house's modules that a file imports, wherever in the file."""
    package = ("potluck", *path.relative_to(SOURCE).parent.parts)
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return {name for name in found if name == "potluck" or name.startswith("potluck.")}


def forbidden(part: str, names: set[str]) -> set[str]:
    """Those of the names that this part may not import."""
    allowed = ALLOWED[part] | {part}
    if part == "web":  # shows the shelf; the boxes that are announced are no games
        names = {name for name in names if not name.startswith(SHELF)}
    wrong = {name for name in names if [*name.split("."), ""][1] in PARTS - allowed}
    if "games" in allowed:
        return wrong
    # A game's folder is known to the registry alone.
    return wrong | {name for name in names if name.startswith("potluck.games.")}


def test_every_part_has_its_rule() -> None:
    assert parts() == sorted(ALLOWED)


@pytest.mark.parametrize("part", sorted(ALLOWED))
def test_imports_go_one_way(part: str) -> None:
    files = sorted((SOURCE / part).rglob("*.py"))
    assert files
    wrong = {str(file.relative_to(SOURCE)): bad for file in files if (bad := forbidden(part, imported(file)))}
    assert wrong == {}


def test_games_do_not_know_each_other() -> None:
    for file in sorted((SOURCE / "games").rglob("*.py")):
        folder = file.relative_to(SOURCE / "games").parts[0]
        strangers = {
            name
            for name in imported(file)
            if name.startswith("potluck.games.") and name.split(".")[2] != folder.removesuffix(".py")
        }
        assert strangers == set(), file


# The rooms that every game's folder has.
ROOMS: Final = ("bots", "deals", "material", "position", "rules", "say", "setup", "table", "view")
LONGEST: Final = 700  # lines of a source file


def game_folders() -> list[str]:
    return sorted(path.parent.name for path in (SOURCE / "games").glob("*/rules.py"))


@pytest.mark.parametrize("game", game_folders())
def test_every_game_has_the_same_rooms(game: str) -> None:
    names = {path.stem for path in (SOURCE / "games" / game).glob("*.py")}
    assert {*ROOMS, "__init__"} <= names


@pytest.mark.parametrize("game", game_folders())
def test_the_rooms_of_a_game_import_in_no_circle_and_at_the_top(game: str) -> None:
    folder = SOURCE / "games" / game
    arrows: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert len(inside) == sum(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body), path
        own = f"potluck.games.{game}"
        names = {
            name.removeprefix(f"{own}.").split(".")[0] for name in imported(path) if name.startswith(own)
        }
        arrows[path.stem] = {name for name in names if (folder / f"{name}.py").exists()}
    while free := {name for name, wanted in arrows.items() if not wanted & arrows.keys()}:
        arrows = {name: wanted for name, wanted in arrows.items() if name not in free}
    assert arrows == {}, "these import each other"


def test_no_source_file_is_too_long() -> None:
    root = SOURCE.parent.parent
    files = [*SOURCE.rglob("*.py"), *(root / "tools").rglob("*.py"), *(root / "bench").rglob("*.py")]
    client = root / "client" / "src"
    files += [path for end in ("*.ts", "*.svelte", "*.css") for path in client.rglob(end)]
    assert len(files) > 100
    long = {str(path.relative_to(root)): n for path in files if (n := _lines(path)) > LONGEST}
    assert long == {}


def _lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_rules_are_lean() -> None:
    """`rules.py` is what mypyc would compile: no msgspec, no dataclass, no enum."""
    rules = sorted((SOURCE / "games").glob("*/rules.py"))
    assert rules
    for file in rules:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {
            (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        assert not {name.split(".")[0] for name in names} & {"msgspec", "dataclasses", "enum"}, file


@pytest.mark.parametrize(
    ("part", "names", "wrong"),
    [
        ("play", {"potluck.locale.Speaker"}, {"potluck.locale.Speaker"}),
        ("games", {"potluck.play.chance", "potluck.bots.random"}, {"potluck.bots.random"}),
        ("tables", {"potluck.games.cooking_rumble"}, {"potluck.games.cooking_rumble"}),
        ("web", {"potluck.tables.room", "potluck.games.cooking_rumble"}, {"potluck.games.cooking_rumble"}),
        ("bots", {"potluck.bots.random", "potluck.play.game"}, set()),
    ],
)
def test_a_wrong_import_is_seen(part: str, names: set[str], wrong: set[str]) -> None:
    assert forbidden(part, names) == wrong
