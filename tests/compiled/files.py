"""What mypyc compiles: each game's rules with what they import of their game, and the hot part of play/."""

import ast
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import potluck

SOURCE = Path(potluck.__file__).parent
HOT = ("play/bag.py", "play/chance.py", "play/driver.py", "play/learned.py", "play/seats.py")


def rules_files(game: str) -> list[str]:
    """The rules of a game and, however far, the modules of its own folder that they import."""
    folder = SOURCE / "games" / game
    found: list[str] = []
    waiting = ["rules"]
    while waiting:
        name = waiting.pop()
        path = folder / f"{name}.py"
        if f"games/{game}/{name}.py" in found or not path.exists():
            continue
        found.append(f"games/{game}/{name}.py")
        waiting += _imported(path, f"potluck.games.{game}")
    return sorted(found)


def _imported(path: Path, package: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            names.append((node.module or "").removeprefix(f"{package}."))
    return names


def is_compiled(module: str) -> bool:
    """Whether a loaded module is native code."""
    file = getattr(sys.modules[module], "__file__", None) or ""
    return file.endswith(tuple(EXTENSION_SUFFIXES))
