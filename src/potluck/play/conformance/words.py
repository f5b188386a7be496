"""Checks that everything a game can say has words in every language, with the same slots to fill."""

import re
from collections.abc import Iterator
from typing import Final

from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.views import check_arguments
from potluck.play.options import option_fields
from potluck.play.phrase import Phrase

_SLOT: Final = re.compile(r"\{(\w+)\}")


def words_complete(case: Case) -> int:
    """Every key that comes up is in every catalogue; slots are arguments, the same in all languages."""
    if not case.catalogues:
        return 0
    needed: dict[str, set[str]] = {}
    for phrase in [*_standing(case), *_said(case)]:
        check_arguments(case, phrase)
        # Slots may use what every occurrence of the key brings along, no more.
        needed[phrase.key] = needed.get(phrase.key, set(phrase.args)) & set(phrase.args)
        for name, value in phrase.args.items():
            kind = case.game.vocabulary.get(name, "number")
            if kind not in ("seat", "number"):
                for each in value if isinstance(value, list) else [value]:
                    needed[f"{kind}.{each}"] = set()
    for key, arguments in needed.items():
        _in_every_language(case, key, arguments)
    return len(needed)


def _in_every_language(case: Case, key: str, arguments: set[str]) -> None:
    slots: dict[str, frozenset[str]] = {}
    for language, catalogue in case.catalogues.items():
        message = catalogue.get(key)
        forms = message if isinstance(message, list) else [message or ""]
        if not forms or not all(forms):
            raise case.broken(f"{language} has no words for {key!r}")
        if isinstance(message, list) and "n" not in arguments:
            raise case.broken(f"{language}: {key!r} has a plural and no number n to choose it by")
        slots[language] = frozenset(slot for form in forms for slot in _SLOT.findall(form))
        if not slots[language] <= arguments:
            raise case.broken(
                f"{language}: {key!r} has slots {sorted(slots[language] - arguments)} left empty"
            )
    if len(set(slots.values())) > 1:
        raise case.broken(f"{key!r} has different slots: { ({k: sorted(v) for k, v in slots.items()}) }")


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
        # The table has rows for every seat count; only this one's seats have names.
        if all(_highest(phrase, name) < case.seats for name in seats):
            yield phrase


def _highest(phrase: Phrase, name: str) -> int:
    value = phrase.args.get(name, 0)
    return max(value, default=0) if isinstance(value, list) else value


def _said(case: Case) -> Iterator[Phrase]:
    """What is said while playing: events, prompts, sections, refusals."""
    for trail in case.trails:
        for viewer in case.viewers:
            yield from case.events(trail.opening, viewer)
    for position in case.positions:
        for viewer in case.viewers:
            view = case.game.view(position.state, viewer)
            yield case.game.prompt(view)
            for section in case.game.describe(view):
                yield section.title
                yield from section.lines
            if position.made is not None:
                yield from case.events(position.made.notes, viewer)
    for position in case.sample():
        for viewer in case.viewers:
            view = case.game.view(position.state, viewer)
            for move in range(len(case.game.moves)):
                why = case.game.refuse(view, move)
                if why is not None:
                    yield why


CHECKS: tuple[Check, ...] = (words_complete,)
