"""Files beside a game's rule tests: mutants written by hand, and mutants that are no mistakes.

`mutants.txt`: a paragraph a mutant: the rule that is broken, what goes (after "-"), what comes (after "+").
The text is looked for in all of the game's package, however it is indented, and must be there once.

`equivalent.txt`: a paragraph a mutant: its function ("-": outside of any), the statement before (after "-")
and after (after "+"), and the reason why no position could tell the two apart. Without a "+" line it is
every mutant of that statement.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.mutants.mistakes import Key
from tools.mutants.sources import Source, package
from tools.mutants.trial import Change

TESTS: Final = Path(__file__).parents[2] / "tests" / "games"


class TableWrong(ValueError):
    """A file of mutants does not fit the sources."""


@dataclass(frozen=True)
class ByHand:
    """A mutant of mutants.txt."""

    rule: str
    old: str
    new: str

    def name(self) -> str:
        """Short, for reports."""
        return f"{self.rule}: {' '.join(self.old.split())} -> {' '.join(self.new.split()) or 'nothing'}"

    def change(self, sources: Sequence[Source]) -> Change:
        """The module it is in, changed; raises TableWrong."""
        pattern = re.compile(r"\s+".join(map(re.escape, self.old.split())))
        hits = [(source, hit) for source in sources for hit in pattern.finditer(source.text)]
        if len(hits) != 1:
            where = ", ".join(f"{source.path.name}:{_line(source.text, hit.start())}" for source, hit in hits)
            raise TableWrong(f"{self.name()}: is there {len(hits)} times, not once ({where})")
        source, hit = hits[0]
        new = self._laid_out(source.text, hit.start(), hit.end())
        text = source.text[: hit.start()] + new + source.text[hit.end() :]
        return Change(source, text)

    def _laid_out(self, text: str, start: int, end: int) -> str:
        """The new lines, moved to where the old ones stand."""
        begins = text.rfind("\n", 0, start) + 1
        first, *rest = self.new.split("\n")
        if not text[begins:start].strip():
            first = first.strip(" ") or "pass"
        moved = _indent(text[begins:end]) - _indent(self.old)
        return "\n".join([first, *(" " * max(0, _indent(line) + moved) + line.lstrip(" ") for line in rest)])


def _indent(text: str) -> int:
    """Spaces before the second line of a text, or the first if there is no other."""
    lines = [line for line in text.split("\n") if line.strip()]
    line = lines[min(1, len(lines) - 1)] if lines else ""
    return len(line) - len(line.lstrip(" "))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _paragraphs(path: Path) -> list[list[str]]:
    """The paragraphs of a file but its first, which says what it is."""
    if not path.exists():
        return []
    return [each.strip("\n").split("\n") for each in path.read_text(encoding="utf-8").split("\n\n")[1:]]


def by_hand(game: str) -> list[ByHand]:
    """The mutants of a game's mutants.txt."""
    found = []
    for head, *lines in _paragraphs(TESTS / game / "mutants.txt"):
        old, new = ("\n".join(line[1:] for line in lines if line[:1] == sign) for sign in "-+")
        found.append(ByHand(head.strip(), old, new))
    return found


def broken(game: str) -> tuple[list[tuple[ByHand, Change]], list[str]]:
    """Each mutant by hand with the change it makes, and what is wrong with the others."""
    sources = package(game)
    found, wrong = [], []
    for mutant in by_hand(game):
        try:
            found.append((mutant, mutant.change(sources)))
        except TableWrong as why:
            wrong.append(str(why))
    return found, wrong


class Equivalent:
    """The mutants of a game that nothing can tell from the sound game."""

    def __init__(self, entries: Iterable[Key]) -> None:
        """Keys with an empty `after` stand for every mutant of that statement."""
        self._entries = {key.normal(): entry(key) for key in entries}

    def covers(self, key: Key) -> bool:
        """Whether a mutant is one of them."""
        return any(each in self._entries for each in _stands_for(key))

    def unmet(self, keys: Iterable[Key]) -> list[str]:
        """The entries that none of these mutants is."""
        met = {each for key in keys for each in _stands_for(key)}
        return [" | ".join(text.split("\n")) for each, text in self._entries.items() if each not in met]


def _stands_for(key: Key) -> list[tuple[str, str, str, int]]:
    return [key.normal(), Key(key.function, key.before, "").normal()]


def equivalent(game: str) -> Equivalent:
    """Those of a game's equivalent.txt; raises TableWrong if one has no reason."""
    found = []
    for head, *lines in _paragraphs(TESTS / game / "equivalent.txt"):
        function, _, nth = head.strip().partition(" #")
        before, after = (" ".join(line[1:].strip() for line in lines if line[:1] == s) for s in "-+")
        if not any(line[:1] not in "-+" for line in lines):
            raise TableWrong(f"{head}: {before}: no reason is given")
        found.append(Key(function, before, after, int(nth or 1)))
    return Equivalent(found)


def entry(key: Key) -> str:
    """A paragraph of equivalent.txt without its reason."""
    nth = f" #{key.nth}" if key.nth > 1 else ""
    return f"{key.function}{nth}\n-{key.before}\n+{key.after}"
