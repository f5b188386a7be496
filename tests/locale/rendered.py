"""Everything a catalogue can say, with everything it can be said of: what the tests of grammar look through.

`python -m tests.locale.rendered chef_alfredo de` prints it as a table, to be read by eye.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Final, NamedTuple, cast

from potluck.locale import Message, Speaker, game_catalogue, house_catalogue, words_package
from potluck.play.joined import Joined
from potluck.play.phrase import COUNT, LISTS, SLOT, Arg, Phrase, Vocabulary
from potluck.play.registry import games
from potluck.terminal.words import terminal_catalogue

NAMES: Final = ("Ann", "Bo", "Cy", "Di")
COUNTS: Final = (0, 1, 2, 5)
# Arguments that are lists.
MANY: Final = frozenset(
    ("seats", "waiting", "winners", "kinds", "tokens", "tiles", "places", "shelves", "combinations", "ranks")
)


class Said(NamedTuple):
    """A sentence, and of what it was said."""

    key: str
    args: Mapping[str, Arg]
    text: str


def forms(message: Message) -> list[str]:
    """A message's only form, or its singular and plural."""
    return [message] if isinstance(message, str) else message


def catalogue(name: str, language: str) -> Mapping[str, Message]:
    """The catalogue of "house", "terminal" or a game."""
    if name in games():
        return game_catalogue(words_package(games()[name]), language)
    return house_catalogue(language) if name == "house" else terminal_catalogue(language)


def vocabulary_of(name: str) -> Vocabulary:
    """How arguments are worded; house and terminal know seats."""
    return games()[name].vocabulary if name in games() else {"seat": "seat", "waiting": "seat"}


def told(name: str) -> Mapping[str, tuple[str, ...]]:
    """The arguments of a game's events, or of the house's own, by key."""
    if name == "house":
        return {"event.undo": ("seat", "n"), "event.renamed": ("seat", "before", "after")}
    rows = cast(Joined, games()[name]).events.rows if name in games() else ()
    return {f"{name}.event.{row.name}": tuple(field.lstrip("*") for field in row.fields) for row in rows}


@cache
def rendered(name: str, language: str) -> list[Said]:
    """Every sentence of a catalogue: for each argument each of its terms, and the counts 0, 1, 2 and 5."""
    words, vocabulary = catalogue(name, language), vocabulary_of(name)
    terms = {kind for kind in vocabulary.values() if kind not in ("seat", "number")}
    said: list[Said] = []
    for key in words:
        base, _, me = key.partition("@")
        if ":" in key or any(re.fullmatch(re.escape(kind) + r"\.\d+", key) for kind in terms):
            continue
        arguments = dict.fromkeys(told(name).get(base, ()))
        arguments |= dict.fromkeys(_arguments(words, vocabulary, words[key]))
        arguments |= {me: None} if me else {}
        texts = {each: f"‹{each}›" for each in arguments if each != "n" and each not in vocabulary}
        speaker = Speaker(language, [house_catalogue(language), words], vocabulary, NAMES, 0 if me else None)
        for args in _said_of(words, vocabulary, [each for each in arguments if each not in texts], me):
            said.append(Said(key, args, speaker.say(Phrase(base, args), texts)))
    return said


def _arguments(words: Mapping[str, Message], vocabulary: Vocabulary, message: Message) -> Iterator[str]:
    """The arguments of a message and of the forms it asks for, and the number it has a plural for."""
    if not isinstance(message, str):
        yield "n"
    for names, form in (slot for text in forms(message) for slot in SLOT.findall(text)):
        for name in names.split("+"):
            yield name
            if form and form not in LISTS:
                term = re.compile(f"{re.escape(vocabulary[name])}\\.\\d+:{form}")
                for key in words:
                    if term.fullmatch(key):
                        yield from _arguments(words, vocabulary, words[key])


def _said_of(
    words: Mapping[str, Message], vocabulary: Vocabulary, names: list[str], me: str
) -> Iterator[dict[str, Arg]]:
    """All values of each argument beside the first of the others, and how terms and counts go together."""
    others = iter(range(1, len(NAMES)))
    values: dict[str, list[Arg]] = {}
    for name in names:
        kind = vocabulary.get(name, "number")
        if name == me:
            values[name] = [[0] if name in MANY else 0]
        elif kind == "seat":
            seat = next(others)
            values[name] = [[seat], [seat, 0], [1, 2, 3]] if name in MANY else [seat]
        elif kind == "number" or kind.startswith(COUNT):
            values[name] = list(COUNTS)
        else:
            some = [at for at in range(99) if f"{kind}.{at}" in words]
            values[name] = list(some)
            if name in MANY:
                values[name] = [*([at] for at in some), some[:2], [some[-1], some[0], some[-1]]]
    first = {name: some[0] for name, some in values.items()}
    counted = [name for name in names if vocabulary.get(name, "number").startswith(COUNT)]
    together = [name for name in ("how", "kinds", "kind", "n", *counted[:2]) if name in values]
    seen: list[dict[str, Arg]] = []
    for name in names:
        seen += [{**first, name: value} for value in values[name]]
    for chosen in product(*(values[name] for name in together)):
        seen.append({**first, **dict(zip(together, chosen, strict=True))})
    done: set[str] = set()
    for args in seen or [{}]:
        if str(args) not in done:
            done.add(str(args))
            yield args


if __name__ == "__main__":
    for one in rendered(*sys.argv[1:]):
        sys.stdout.write(f"{one.key}\n    {one.text}\n")
