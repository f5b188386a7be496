"""What a terminal shows: sections of a view, events, menus, the end. Clean lines when nobody is watching.

Text from people and catalogues is never read as markup. Into a file or a pipe nothing but lines is
written; in a terminal the only thing beside them is `forget`.
"""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel
from rich.progress import Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.rule import Rule
from rich.text import Text

from potluck.play.game import Section, View
from potluck.play.phrase import Event
from potluck.terminal.menu import Choice, by_kind, fields
from potluck.terminal.words import Words

# Of a list longer than MANY only the first FEW of each kind are shown; typing words narrows it.
MANY: Final = 40
FEW: Final = 5
_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"  # cursor home, clear the screen, clear the scrollback
BOX_WIDTH: Final = 38  # columns that a section needs at least


def console(*, stderr: bool = False) -> Console:
    """A console that takes text literally; colours only where somebody sees them."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def progress(*columns: ProgressColumn) -> Progress:
    """Signs of life on the error stream while something takes its time; none where nobody watches."""
    out = console(stderr=True)
    watched = sys.stderr.isatty() and out.is_interactive
    return Progress(*columns, console=out, transient=True, disable=not watched)


@contextmanager
def working(sentence: str) -> Iterator[None]:
    """Such a sign where nobody knows how long it takes."""
    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with progress(*columns) as signs:
        signs.add_task(sentence, total=None)
        yield


def _rows(lines: list[str], across: int) -> list[str]:
    """Lines side by side, in columns as wide as their widest."""
    if across == 1:
        return lines
    rows = [lines[at : at + across] for at in range(0, len(lines), across)]
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in range(across)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]


class Screen:
    """Prints one game's news in one language."""

    def __init__(self, words: Words, out: Console) -> None:
        """`out` is where people read."""
        self._words = words
        self._out = out

    def line(self, text: str, style: str = "", indent: int = 0) -> None:
        """One paragraph. Into a pipe it goes unbroken, so that it can be searched."""
        if self._out.is_terminal:
            self._out.print(Padding(Text(text, style=style), (0, 0, 0, indent)))
        else:
            self._out.print(" " * indent + text, soft_wrap=True)

    def blank(self) -> None:
        """An empty line."""
        self._out.print()

    def forget(self) -> None:
        """Wipe a terminal and what can be scrolled back to: where memory is the game, nothing stays."""
        if self._out.is_terminal:
            self._out.file.write(_WIPE)
            self._out.file.flush()

    def pause(self, seconds: float) -> None:
        """Give the person time to read; into a pipe nobody has to wait."""
        if self._out.is_terminal and sys.stdin.isatty():
            time.sleep(seconds)

    def title(self, text: str) -> None:
        """A heading."""
        if self._out.is_terminal:
            self._out.print(Rule(Text(text, style="bold")))
        else:
            self.line(f"== {text} ==")

    def events(self, events: Iterable[Event]) -> None:
        """What has happened, a line each."""
        for event in events:
            self.line(f"· {self._words.phrase(event)}", "cyan", indent=1)

    def sections(self, sections: Sequence[Section]) -> None:
        """A whole view in words: boxes side by side, or line by line into a pipe."""
        boxes: list[Panel] = []
        for section in sections:
            title = self._words.phrase(section.title)
            lines = _rows([self._words.phrase(line) for line in section.lines], section.across)
            if self._out.is_terminal:
                boxes.append(
                    Panel(Text("\n".join(lines)), title=Text(title, style="bold"), title_align="left")
                )
            else:
                self.line(title)
                for each in lines:
                    self.line(each, indent=2)
        if boxes:
            across = max(1, min(len(boxes), self._out.width // BOX_WIDTH))
            self._out.print(Columns(boxes, width=self._out.width // across - 1, padding=(0, 1, 0, 0)))

    def choices(self, choices: Sequence[Choice]) -> None:
        """Numbered moves in groups of a kind; of long lists what each group is made of, and its beginning."""
        shorten = len(choices) > MANY
        width = len(str(choices[-1].number)) if choices else 1
        for number, group in enumerate(by_kind(choices)):
            if number:
                self.blank()
            if shorten and len(group) > FEW:
                self._parts(group)
            for choice in group[:FEW] if shorten else group:
                row = Text.assemble(
                    (f"  {choice.number:>{width}}  ", "bold"), choice.words, (f"   [{choice.text}]", "dim")
                )
                self._out.print(row, soft_wrap=True)
            if shorten and len(group) > FEW:
                self.line(self._words.say("terminal.more", n=len(group) - FEW), "italic", indent=2)

    def _parts(self, group: Sequence[Choice]) -> None:
        """What a move of a long group is put together from, in words that can be typed."""
        phrase = group[0].phrase
        if phrase is None:
            return
        game = phrase.key.partition(".")[0]
        title = f"{game}.moves.{group[0].kind}"
        if self._words.knows(title):
            self.line(self._words.say("terminal.kind", what=self._words.say(title), n=len(group)), "bold")
        for name, values in fields(group).items():
            if len(values) > 1:
                words = " · ".join(self._words.word(name, value) for value in values)
                label = f"{game}.field.{name}"
                text = f"{self._words.say(label)}: {words}" if self._words.knows(label) else words
                self.line(text, indent=4)

    def standings(self, game: str, view: View, names: Sequence[str]) -> None:
        """Places, names and points, best first; of a game for one the points, and how good they are."""
        places = view.places or []
        if view.places == []:
            self.line(self._words.say("terminal.alone", who=names[0], n=view.scores[0]))
            if view.band is not None:
                self.line(self._words.say(f"{game}.band.{view.band}"))
        for seat in sorted(range(len(places)), key=lambda seat: (places[seat], seat)):
            place = str(places[seat])
            self.line(self._words.say("terminal.standing", place=place, who=names[seat], n=view.scores[seat]))

    def rules(self, markdown: str) -> None:
        """A game's rules; as they are written where nobody watches."""
        if self._out.is_terminal:
            self._out.print(Markdown(markdown))
        else:
            self.line(markdown)

    def ask(self, prompt: str) -> str | None:
        """A line the person types; None when there will be no more."""
        self._out.print(Text(f"{prompt} > ", style="bold"), end="")
        sys.stdout.flush()
        try:
            typed = input()
        except EOFError:
            self.blank()
            return None
        if not sys.stdin.isatty():
            self.line(typed)
        return typed
