"""Checks that everything a game can say has words in every language, with the same slots to fill."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from potluck.play.conformance.broken import Viewer
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.views import check_arguments
from potluck.play.notes import Note
from potluck.play.options import option_fields
from potluck.play.phrase import COUNT, LISTS, SLOT, Phrase

# Keys of the house's catalogue that a game may say: refusals every game has, tags of the box.
_HOUSE: Final = ("refuse.", "tag.")
_PLAIN: Final = ("seat", "number")

# A key's sentence, or its singular and plural.
_Message = str | list[str]
# By the name of an argument, which terms it was.
_Terms = Mapping[str, set[int]]


def words_standing(case: Case) -> int:
    """The box, the options, the bands and the moves have words in every catalogue, with the same slots."""
    return _worded(case, _standing(case))


def words_complete(case: Case) -> int:
    """Every key that comes up is in every catalogue; slots are arguments, the same in all languages."""
    return _worded(case, _said(case))


def _worded(case: Case, phrases: Iterable[Phrase]) -> int:
    if not case.helpers.catalogues:
        return 0
    needed: dict[str, set[str]] = {}
    terms: dict[str, set[int]] = {}
    own = f"{case.game.about.id}."
    for phrase in phrases:
        if not phrase.key.startswith((own, *_HOUSE)):
            raise case.broken(f"{phrase.key!r} is neither the game's nor a word of the house that games use")
        check_arguments(case, phrase)
        # Slots may use what every occurrence of the key brings along, no more.
        needed[phrase.key] = needed.get(phrase.key, set(phrase.args)) & set(phrase.args)
        for name, value in phrase.args.items():
            kind = case.game.vocabulary.get(name, "number")
            if kind.startswith(COUNT):
                needed[f"{kind.removeprefix(COUNT)}:n"] = {"n"}
            elif kind not in _PLAIN:
                terms.setdefault(name, set()).update(value if isinstance(value, list) else [value])
    for name, values in terms.items():
        needed.update((f"{case.game.vocabulary[name]}.{value}", set()) for value in values)
    for key, arguments in needed.items():
        _in_every_language(case, key, arguments, terms)
        for name in sorted(arguments):
            # What the reader is told of their own seat: in all languages or in none.
            if any(f"{key}@{name}" in catalogue for catalogue in case.helpers.catalogues.values()):
                _in_every_language(case, f"{key}@{name}", arguments, terms)
    return len(needed)


def _in_every_language(case: Case, key: str, arguments: set[str], terms: _Terms) -> None:
    slots: dict[str, frozenset[str]] = {}
    for language, catalogue in case.helpers.catalogues.items():
        slots[language] = frozenset(_slots(case, language, catalogue, key, arguments, terms))
    if len(set(slots.values())) > 1:
        raise case.broken(f"{key!r} has different slots: { ({k: sorted(v) for k, v in slots.items()}) }")


def _slots(
    case: Case,
    language: str,
    catalogue: Mapping[str, _Message],
    key: str,
    arguments: set[str],
    terms: _Terms,
) -> Iterator[str]:
    """The arguments that a message puts in; every form of a term that it asks for must be there, too."""
    message = catalogue.get(key)
    forms = message if isinstance(message, list) else [message or ""]
    if not forms or not all(forms):
        raise case.broken(f"{language} has no words for {key!r}")
    if isinstance(message, list) and "n" not in arguments:
        raise case.broken(f"{language}: {key!r} has a plural and no number n to choose it by")
    for together, form in (slot for text in forms for slot in SLOT.findall(text)):
        names = set(together.split("+"))
        yield from names
        if not names <= arguments:
            raise case.broken(f"{language}: {key!r} has slots {sorted(names - arguments)} left empty")
        if form and form not in LISTS:
            for name in names:
                for value in sorted(terms.get(name, ())):
                    term = f"{case.game.vocabulary[name]}.{value}:{form}"
                    for _ in _slots(case, language, catalogue, term, arguments, terms):
                        pass


def _standing(case: Case) -> Iterator[Phrase]:
    """What is there before any game: the box, the options, the moves."""
    about = case.game.about
    for key in (f"{about.id}.name", f"{about.id}.blurb", *(f"tag.{tag}" for tag in about.tags)):
        yield Phrase(key)
    for band in range(about.bands):
        yield Phrase(f"{about.id}.band.{band}")
    for field in option_fields(case.game):
        key = f"{about.id}.option.{field.name}"
        yield Phrase(key)
        yield Phrase(f"{key}.help")
        if field.kind == "choice":
            for choice in field.choices:
                yield Phrase(f"{key}.{choice}")
    for move in range(len(case.game.moves)):
        phrase = case.game.moves.phrase(move)
        seats = [name for name, kind in case.game.vocabulary.items() if kind == "seat"]
        # The table has rows for every seat count; only these seats have names.
        if all(_highest(phrase, name) < case.seats for name in seats):
            yield phrase


def _highest(phrase: Phrase, name: str) -> int:
    value = phrase.args.get(name, 0)
    return max(value, default=0) if isinstance(value, list) else value


def _said(case: Case) -> Iterator[Phrase]:
    """What is said while playing: events and what stays of them, prompts, sections, refusals."""
    for trail in case.trails:
        for viewer in case.viewers:
            yield from _told(case, trail.opening, viewer)
    for position in case.positions:
        for viewer in case.viewers:
            view = position.views[viewer]
            yield case.game.prompt(view)
            if position.made is not None:
                yield from _told(case, position.made.notes, viewer)
    for position in case.sample:
        for viewer in case.viewers:
            view = position.views[viewer]
            for section in case.game.describe(view):
                yield section.title
                yield from section.lines
            asked = bool(case.legal(position.state, viewer))
            some = case.some_moves(position.index)
            whys = (
                case.refused(position, viewer) if asked else [case.game.refuse(view, each) for each in some]
            )
            yield from (why for why in whys if why is not None)


def _told(case: Case, notes: list[Note], viewer: Viewer) -> Iterator[Phrase]:
    for event in case.events(notes, viewer):
        yield event
        if event.kept is not None:
            yield event.kept


CHECKS: tuple[Check, ...] = (words_complete,)
ONCE: tuple[Check, ...] = (words_standing,)
