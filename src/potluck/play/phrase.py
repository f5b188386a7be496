"""Things said in words, before a language is chosen.

Rules and tables never hold sentences. They say a key and named whole numbers; the reader's catalogue
(gettext files beside each game, and `potluck/locale/`) turns them into words. How an argument is
worded follows from its name, by the game's `vocabulary`: a seat becomes a player's name, a term
becomes the catalogue's word for that number, a count becomes so many of a term, a number stays a
number.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

# A whole number, or several to be joined as a list ("a, b and c").
Arg = int | list[int]

# argument name -> "seat", "number", the catalogue prefix of a term ("cooking_rumble.kind"), or COUNT and
# the term that is counted ("count chef_alfredo.kind.0": "2 carrots")
Vocabulary = Mapping[str, str]
COUNT: Final = "count "

# Where arguments go in a catalogue's message: {name}, {name:form}, {one+other}.
SLOT: Final = re.compile(r"\{(\w+(?:\+\w+)*)(?::(\w+))?\}", re.ASCII)
# Forms of a whole list, how it is joined; all other forms are of a term.
LISTS: Final = ("and", "or")


class Phrase(Struct, frozen=True, omit_defaults=True):
    """A message key and its arguments, e.g. cooking_rumble.event.guess, {"judge": 1, "kind": 2}."""

    key: str
    args: dict[str, Arg] = {}


class Say:
    """Makes phrases whose keys begin alike: Say("toy")("prompt.over", n=3) has the key toy.prompt.over."""

    def __init__(self, start: str) -> None:
        """`start` is a game's id, mostly."""
        self._start = start

    def __call__(self, name: str, /, **args: Arg) -> Phrase:
        """The phrase of this name."""
        return Phrase(f"{self._start}.{name}", args)


class Event(Phrase, frozen=True, omit_defaults=True):
    """What happened, as one viewer may know it.

    An event told `once` is shown to its reader when it happens and then forgotten: no log, no view and
    no reconnect gives it again. `kept` is what stays of it, if anything does. `texts` are arguments that
    are words already: what people call themselves. A game's own events have none.
    """

    once: bool = False
    kept: Phrase | None = None
    texts: dict[str, str] = {}


def told_for_good(event: Event) -> Event:
    """An event of a game that is over: nobody has to remember it any more, so it stays."""
    return Event(event.key, event.args, texts=event.texts) if event.once else event


def stays(event: Event) -> Event | None:
    """What a log may go on showing of an event once it has been shown; None: nothing."""
    if not event.once:
        return event
    return None if event.kept is None else Event(event.kept.key, event.kept.args)
