"""Situations for rule tests: a position in notation, moves, and what is then to be seen by whom.

A game's tests make a subclass that names the game and adds what only that game has. Every move is made
twice, first on a clone and without notes: that must lead to the same position and leave the table alone.
So every rule test sees what a clone shares, what is only done when somebody listens, and a lost piece.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

from potluck.play.chance import Chance, Fast, Script
from potluck.play.errors import MoveIllegal
from potluck.play.notes import Note
from potluck.play.phrase import Arg, Event
from potluck.play.seats import members

_SEATED = re.compile(r"p([1-8]) (.+)")

# What an event says: its arguments by name.
Args = Mapping[str, Arg]


class Situation:
    """A table in a given position."""

    game: ClassVar[Any]
    # How `tale` writes an argument: by name, a word for each value. Seats are p1, p2 ..., the rest numbers.
    words: ClassVar[Mapping[str, Sequence[str]]] = {}
    # What every event says, in this order ("seat place tile"): bots and boards take arguments by name.
    says: ClassVar[Mapping[str, str]]

    def __init__(
        self, position: str | Any, chance: Chance | Sequence[int] | None = None, options: Any = None
    ) -> None:
        """A position's text or a state; luck, or its answers; options, where events depend on them."""
        self.state: Any = self.game.load(position) if isinstance(position, str) else position
        self.chance: Chance = Fast(7) if chance is None else _luck(chance)
        self.options: Any = self.game.options() if options is None else options
        self.notes: list[Note] = []
        self.learned: int = 0

    @classmethod
    def new(cls, seats: int, chance: Chance | Sequence[int] | int, **options: Any) -> Self:
        """The set-up with this luck (answers, or a seed); `notes` are those of the opening."""
        luck = Fast(chance) if isinstance(chance, int) else _luck(chance)
        chosen = cls.game.options(**options)
        table = cls(cls.game.new(seats, chosen, luck), luck, chosen)
        table.notes = list(cls.game.opening(table.state))
        return table

    # Moves

    def play(self, *moves: str) -> Self:
        """Make moves like "p2 guess sugars"; the seat may be left out when one alone is asked.

        Afterwards `notes` are those of these moves, `learned` what the last of them returned.
        """
        self.notes = []
        for text in moves:
            seat, move = self.seated(text)
            row = self.game.moves.parse(move)
            if row not in self.state.legal(seat):
                raise MoveIllegal(f"{text}: not one of {self.legal(seat)} in {self.text()}")
            pieces = self.game.pieces(self.state)
            twin = self._play_on_a_clone(seat, row)
            self.learned = int(self.state.play(seat, row, self.chance, self.notes))
            assert (self.learned, self.position()) == twin, f"{text}: without notes it is another move"
            assert self.game.pieces(self.state) == pieces, f"{text}: a piece is lost"
        return self

    def _play_on_a_clone(self, seat: int, row: int) -> tuple[int, tuple[object, ...]]:
        before = self.position()
        twin = self.state.clone()
        assert _position(self.game, twin) == before, "a clone is not equal"
        learned = int(twin.play(seat, row, deepcopy(self.chance)))
        assert self.position() == before, "playing on a clone changes the original"
        return learned, _position(self.game, twin)

    def seated(self, text: str) -> tuple[int, str]:
        """The seat and the move of "p2 guess sugars", or of "guess sugars" if one alone is asked."""
        found = _SEATED.fullmatch(text)
        if found is not None:
            return int(found[1]) - 1, found[2]
        return self.decider(), text

    def decider(self) -> int:
        """The one seat that is asked."""
        (seat,) = self.deciders()
        return seat

    def deciders(self) -> list[int]:
        """The seats that are asked."""
        return members(self.state.deciders())

    def legal(self, seat: int | None = None, start: str = "") -> list[str]:
        """The moves of a seat, or of the one that is asked, whose text begins with `start`."""
        rows = self.state.legal(self.decider() if seat is None else seat)
        assert rows == sorted(set(rows))
        texts = [text for row in rows if (text := self.game.moves.text(row)).startswith(start)]
        rows.clear()  # the list is the caller's: a table that was handed out is spoilt for the next caller
        return texts

    def refused(self, seat: int | None, move: str) -> str:
        """The key of the reason why a seat, or a spectator, may not; without its beginning."""
        why = self.game.refuse(self.view(seat), self.game.moves.parse(move))
        assert why is not None, f"{move} is not refused"
        return str(why.key).partition("refuse.")[2]

    def allowed(self, seat: int | None, move: str) -> bool:
        """Whether no reason is given against a move."""
        return self.game.refuse(self.view(seat), self.game.moves.parse(move)) is None

    # What is seen

    def view(self, viewer: int | None = None) -> Any:
        """What a seat, or a spectator, may know now."""
        return self.game.view(self.state, viewer)

    def viewers(self) -> list[int | None]:
        """The spectators and every seat."""
        return [None, *range(self.view().seats)]

    def each_sees(self, name: str) -> list[Any]:
        """A field of the view of every seat, then of the spectators."""
        return [getattr(self.view(viewer), name) for viewer in [*self.viewers()[1:], None]]

    def events(self, viewer: int | None = None) -> list[Event]:
        """What the last `play` told a seat, or a spectator."""
        found = (self.game.event(note, viewer, self.options) for note in self.notes)
        return [event for event in found if event is not None]

    def names(self, viewer: int | None = None) -> list[str]:
        """The names of these events."""
        return [event.key.rpartition(".event.")[2] for event in self.events(viewer)]

    def told(self, name: str, viewer: int | None = None) -> list[Args]:
        """The arguments of these events of one name."""
        return [args for each, args in self.heard(viewer) if each == name]

    def heard(self, viewer: int | None = None) -> list[tuple[str, Args]]:
        """Name and arguments of each of these events."""
        return list(zip(self.names(viewer), [event.args for event in self.events(viewer)], strict=True))

    def public(self) -> list[tuple[str, Args]]:
        """Name and arguments of the last `play`'s events, which every seat and the spectators got alike."""
        spectators = self.heard(None)
        for seat in self.viewers()[1:]:
            assert self.heard(seat) == spectators, f"seat {seat} is told something else than spectators"
        return spectators

    def tale(self) -> list[str]:
        """The last `play`'s events, one a line, after who gets it unless all do.

        E.g. "guess p2 fruits", "p1: saw p1 4 eggs", "p2 p3 watching: peeked p1 4".
        """
        lines = []
        for note in self.notes:
            readers: dict[str, list[str]] = {}
            for viewer in [*self.viewers()[1:], None]:
                event = self.game.event(note, viewer, self.options)
                if event is not None:
                    name = event.key.rpartition(".event.")[2]
                    assert [*event.args] == self.says[name].split(), f"{name} says {[*event.args]}"
                    line = " ".join([name, *self._worded(event)])
                    readers.setdefault(line, []).append("watching" if viewer is None else f"p{viewer + 1}")
            for line, who in readers.items():
                everybody = len(who) == len(self.viewers())
                lines.append(line if everybody else f"{' '.join(who)}: {line}")
            assert readers, f"nobody is told of {note}"
        return lines

    def _worded(self, event: Event) -> list[str]:
        worded = []
        for name, value in event.args.items():
            each = [self._word(name, one) for one in (value if isinstance(value, list) else [value])]
            worded.append(",".join(each) or "-")
        return worded

    def _word(self, name: str, value: int) -> str:
        assert value >= 0, f"{name} is {value}"
        seat = self.game.vocabulary[name] == "seat"
        return f"p{value + 1}" if seat else self.words[name][value] if name in self.words else str(value)

    # Positions

    def text(self) -> str:
        """The position in notation."""
        return str(self.game.dump(self.state))

    def position(self) -> tuple[object, ...]:
        """All that rules may derive from the position, to be compared."""
        return _position(self.game, self.state)


def _luck(chance: Chance | Sequence[int]) -> Chance:
    return chance if isinstance(chance, Chance) else Script(chance)


def _position(game: Any, state: Any) -> tuple[object, ...]:
    seats = range(game.view(state, None).seats)
    return (
        game.dump(state),
        state.deciders(),
        state.bystanders(),
        state.result(),
        [state.legal(seat) for seat in seats],
    )
