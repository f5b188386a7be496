"""The contract that every game fulfils and every driver relies on.

`State` is the fast half (rules.py: compilable, no msgspec, no dataclass). `Game` is the careful half:
it turns states into what a viewer may know. A viewer is a seat, or None for spectators. A game is put
together from the functions of its rooms by `potluck.play.joined`.
Docs: docs/architecture.md, docs/add-a-game.md. Duties: potluck/play/conformance.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, Self

from msgspec import Struct

from potluck.play.chance import Chance
from potluck.play.moves import Move, MoveTable
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase, Vocabulary
from potluck.play.seats import Mask, Seat


class State(Protocol):
    """A position. Mutable; `clone()` before playing on a state that somebody else may hold."""

    def clone(self) -> Self:
        """An equal state that shares nothing that can change."""
        ...

    def deciders(self) -> Mask:
        """Seats that owe a choice now; several choose at the same time; 0 when the game is over."""
        ...

    def bystanders(self) -> Mask:
        """Seats that, judged from public facts alone, might have a free move now.

        Drivers offer them PASS or their `legal` moves; having none must not show.
        """
        ...

    def legal(self, seat: Seat) -> list[Move]:
        """The moves this seat may make now, ascending.

        A decider has at least one. A seat that has already made a simultaneous choice may have some,
        to change its mind until all are in. A bystander may have free moves. Anyone else has none.
        """
        ...

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; trusted, unchecked. Returns what was learned: flags of potluck.play.learned.

        MOVER: the mover learned something, or chance was asked; a draft ends here. OTHERS: another seat
        or the spectators did, or the turn went on. Undo stops at either.
        """
        ...

    def result(self) -> list[int] | None:
        """Every seat's place, 1 first, ties share a place; None while the game goes on.

        A game of one seat has nobody to be placed against: [], and its view a score and a band.
        """
        ...


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of every game's view: exactly what one viewer may know now."""

    seat: int | None  # whose view this is; None: spectators
    seats: int
    waiting: list[int]  # seats the table waits for, as far as this viewer may know
    scores: list[int]  # points each seat has, as far as this viewer may know
    places: list[int] | None  # as `result`: 1 = first, [] for one seat; None while the game goes on
    band: int | None = None  # one seat, game over: how good the score is, worded "<id>.band.<n>"

    def winners(self) -> list[int]:
        """The seats in first place; none while the game goes on, or where one plays alone."""
        return [seat for seat, place in enumerate(self.places or []) if place == 1]

    def ahead(self) -> int:
        """How many points more than the best of the others the winners have; 0 where there are no others."""
        winners = self.winners()
        others = [score for seat, score in enumerate(self.scores) if seat not in winners]
        return self.scores[winners[0]] - max(others) if winners and others else 0

    def so_far(self) -> list[int]:
        """Every seat's place by the points it has, the most first, ties share: of a game that ended early.

        As `places`, [] for one seat.
        """
        if self.seats == 1:
            return []
        return [1 + sum(other > mine for other in self.scores) for mine in self.scores]


class About(Struct, frozen=True):
    """What the box says. Name and blurb are worded under "<id>.name", "<id>.blurb"."""

    id: str
    seats: list[int]
    minutes: tuple[int, int]
    tags: list[str]  # house terms under "tag.": "bluffing", "memory", "deduction", "cutting", "collecting"
    ready: bool = True  # False: announced, not playable yet
    free: list[str] = []  # kinds of moves that nobody ever owes: boards offer them apart ("you may also")
    bands: int = 0  # of a game for one: how many bands its score can fall into


class Section(Struct, frozen=True):
    """A titled group of worded lines: how a terminal and the plain board show a view."""

    title: Phrase
    lines: list[Phrase]
    across: int = 1  # lines side by side: 3 makes rows of three of them


class Bot(Protocol):
    """A player that gets what a seat gets and nothing else.

    A bot may be thrown away and rebuilt from its event stream at any time: `notice` must be a fold,
    so that events noticed one by one or all at once lead to the same choices. It may as well be kept and told
    on: so `choose` leaves nothing behind that a later choice depends on.
    """

    def notice(self, events: Sequence[Event]) -> None:
        """Take in the next events of the seat's stream, in order."""
        ...

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Pick one of `legal` (PASS may be among them), thinking for about `nodes` nodes."""
        ...


# A level's name to a maker of a bot from a seed (for what it forgets; its luck comes with `choose`).
Levels = Mapping[str, Callable[[int], Bot]]


class Game(Protocol):
    """One game: metadata as data, and everything that depends on who is looking."""

    @property
    def about(self) -> About:
        """What the box says."""
        ...

    @property
    def package(self) -> str:
        """The package whose folder `words` has the game's catalogues."""
        ...

    @property
    def rules(self) -> int:
        """The version of the rules; bumped when a replay would change, and when the deck does."""
        ...

    @property
    def older(self) -> Mapping[int, "Game"]:
        """The game by older rules, by their number, so that games which began with them go on."""
        ...

    @property
    def deck(self) -> str:
        """The id of the cards, tiles or dice that are data; "" for a game that has none."""
        ...

    @property
    def options(self) -> type[Struct]:
        """Every field has a default; bool, Literal or an int with Meta(ge, le, examples)."""
        ...

    @property
    def views(self) -> type[View]:
        """The type `view` returns."""
        ...

    @property
    def hinted(self) -> type[Struct]:
        """The type `hints` returns."""
        ...

    @property
    def moves(self) -> MoveTable:
        """Every move of the game, whatever the options and the seat count."""
        ...

    @property
    def vocabulary(self) -> Vocabulary:
        """How the arguments of this game's phrases are worded."""
        ...

    @property
    def levels(self) -> Levels:
        """The game's own bots, weakest first; "random" comes from the house."""
        ...

    def new(self, seats: int, options: Any, chance: Chance, /) -> Any:
        """Set up; raises OptionsInvalid for a seat count or combination the game does not have."""
        ...

    def opening(self, state: Any, /) -> Sequence[Note]:
        """What a game that begins in this state lets its viewers see before the first move, as notes.

        Most games have nothing to tell that their views do not go on showing: ().
        """
        ...

    def dump(self, state: Any, /) -> str:
        """A full position as one line of text, like FEN: equal states, equal text."""
        ...

    def load(self, text: str, /) -> Any:
        """The position of a text; raises PositionDamaged for nonsense and for impossible positions."""
        ...

    def agrees(self, state: Any, options: Any, /) -> bool:
        """Whether a game with these options can be in this state, as far as the state tells."""
        ...

    def view(self, state: Any, viewer: Seat | None, /) -> Any:
        """What this viewer may know now; complete enough to draw, to word and to decide from."""
        ...

    def event(self, note: Note, viewer: Seat | None, options: Any, /) -> Event | None:
        """A note as this viewer may know it, or None if they may not; marked if it is told once."""
        ...

    def forgets(self, options: Any, /) -> bool:
        """Whether with these options anything is told once, so that a page has to show it to its end."""
        ...

    def prompt(self, view: Any, /) -> Phrase:
        """What the table waits for and from whom, said to this viewer."""
        ...

    def refuse(self, view: Any, move: Move, /) -> Phrase | None:
        """Why the viewer may not make this move now, from the view alone; None if they may.

        None also for another spelling of a move that they may make.
        """
        ...

    def same(self, view: Any, move: Move, /) -> Move:
        """The legal move that this one is another spelling of; the move itself if it is none.

        Two cuts that take the same dice are one choice: one of them is legal, the other leads to it.
        """
        ...

    def hints(self, view: Any, /) -> Any:
        """Previews and reasons for the board, from the view alone."""
        ...

    def describe(self, view: Any, /) -> list[Section]:
        """The whole view in words: the terminal's board, the plain board, the screen reader's."""
        ...

    def redealer(self, view: Any, memory: Any = None, /) -> Callable[[Chance], Any]:
        """Deals that agree with a view: uniform over chance and over legal hidden choices.

        `memory`: what a seat remembers beyond its view, in a form the game says; deals agree with it too.
        """
        ...

    def pieces(self, state: Any, /) -> Mapping[str, int]:
        """How many of each kind of piece there are; never changes during a game."""
        ...

    def longest(self, seats: int, options: Any, /) -> int:
        """A bound on the number of moves of a game; changes of mind while choices are held do not count."""
        ...
