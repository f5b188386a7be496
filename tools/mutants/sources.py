"""Where the rules of a game are: its `rules` modules and what they import of their own game."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tools.mutants.mistakes import Mutant, mutants_of

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """A module of a game."""

    module: str  # "potluck.games.chef_alfredo.rules"
    path: Path
    text: str


def folder_of(game: str) -> Path:
    """The folder of a game's package."""
    spec = find_spec(f"potluck.games.{game}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def package(game: str) -> list[Source]:
    """Every module of a game, by name."""
    folder = folder_of(game)
    return [_source(game, folder, path) for path in sorted(folder.rglob("*.py"))]


def _source(game: str, folder: Path, path: Path) -> Source:
    parts = path.relative_to(folder).with_suffix("").parts
    name = ".".join(["potluck", "games", game, *(part for part in parts if part != "__init__")])
    return Source(name, path, path.read_text(encoding="utf-8"))


def rules(game: str) -> list[Source]:
    """The modules called `rules` (or `rules_...`, or in a folder of that name), and what they import."""
    every = {source.module: source for source in package(game)}
    start = [name for name in every if name.split(".")[3:4] and name.split(".")[3].startswith("rules")]
    assert start, f"{game} has no module called rules"
    found: dict[str, Source] = {}
    while start:
        name = start.pop()
        if name not in found:
            found[name] = every[name]
            start += [each for each in _imports(every[name]) if each in every]
    return [found[name] for name in sorted(found) if name != f"potluck.games.{game}"]


def _imports(source: Source) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def mutants(game: str) -> list[Mutant]:
    """Every mutant of a game's rules, in the order of the sources."""
    sources = rules(game)
    trees = [ast.parse(source.text) for source in sources]
    values = {
        name: value
        for source in sources
        for name, value in vars(import_module(source.module)).items()
        if isinstance(value, int)
    }
    return [mutant for source in sources for mutant in mutants_of(source.module, source.text, trees, values)]


def digest(game: str) -> str:
    """Of all that the trials of a game's mutants depend on."""
    tests = [*(ROOT / "tests" / "games").glob("*.py"), *(ROOT / "tests" / "games" / game).glob("*.py")]
    shared = [*(ROOT / "src" / "potluck" / "play").glob("*.py"), Path(__file__).with_name("trial.py")]
    found = blake2b(digest_size=8)
    for path in sorted([*(source.path for source in package(game)), *tests, *shared]):
        found.update(path.read_bytes())
    return found.hexdigest()
