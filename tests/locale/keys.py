"""Finds the message keys that sources ask for: whole ones, and patterns of those put together."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "potluck"
CLIENT = ROOT / "client" / "src"

_KEY = re.compile(r"[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)+")
_FILE = re.compile(r"\.(py|ts|svelte|css|js|json|html|txt|db|md|po|svg)$")
_QUOTED = re.compile(r"""(?P<quote>["'`])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?P=quote)""")
_HOLE = re.compile(r"\$\{[^}]*\}")


class Asked:
    """What one set of sources asks for."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.patterns: set[re.Pattern[str]] = set()

    def literal(self, text: str) -> None:
        if _KEY.fullmatch(text) and not _FILE.search(text):
            self.keys.add(text)

    def pattern(self, parts: list[str]) -> None:
        """Literal parts with something in between; kept when it begins like a key."""
        if re.match(r"[a-z][a-z0-9_]*\.", parts[0]) and all(re.fullmatch(r"[\w.]*", part) for part in parts):
            self.patterns.add(re.compile(r"[A-Za-z0-9_]+".join(re.escape(part) for part in parts)))

    def uses(self, key: str) -> bool:
        return key in self.keys or any(pattern.fullmatch(key) for pattern in self.patterns)


def python_keys(folder: Path) -> Asked:
    """Every string of the Python files under a folder that could be a key.

    Games are left out: they name their keys without the game's own prefix.
    """
    asked = Asked()
    for path in sorted(folder.rglob("*.py")):
        if "games" in path.relative_to(folder).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked.literal(node.value)
            elif isinstance(node, ast.JoinedStr):
                asked.pattern(_parts(node))
    return asked


def _parts(node: ast.JoinedStr) -> list[str]:
    parts = [""]
    for value in node.values:
        if isinstance(value, ast.Constant):
            parts[-1] += str(value.value)
        else:
            parts.append("")
    return parts


def client_keys(folder: Path = CLIENT) -> Asked:
    """Every string of the client's sources that could be a key."""
    asked = Asked()
    for path in _client_files(folder):
        for found in _QUOTED.finditer(path.read_text(encoding="utf-8")):
            text = found["text"]
            if found["quote"] == "`" and "${" in text:
                asked.pattern(_HOLE.split(text))
            else:
                asked.literal(text)
    return asked


def _client_files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".ts", ".svelte") and not path.name.endswith((".test.ts", ".svelte.test.ts")):
            yield path
