"""Options of a game as they are typed: name=value."""

from typing import Any, Final

from potluck.commands.common import stop
from potluck.play.game import Game
from potluck.play.options import OptionField, decode_options, option_fields
from potluck.terminal.words import Words

_YES: Final = ("true", "yes", "on", "1")
_NO: Final = ("false", "no", "off", "0")


def read_options(game: Game, given: list[str], words: Words) -> Any:
    """The game's options from such texts; ends with a sentence if one cannot be."""
    fields = {field.name: field for field in option_fields(game)}
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name:
            stop(words.say("terminal.option_form", typed=text[:80]))
        if name not in fields:
            stop(words.say("terminal.option_unknown", typed=name[:40], options=", ".join(fields)))
        read = _value(fields[name], value)
        if read is None:
            possible = ", ".join(_possible(fields[name]))
            stop(words.say("terminal.option_value", typed=value[:40], option=name, values=possible))
        values[name] = read
    return decode_options(game, values)


def _value(field: OptionField, text: str) -> bool | int | str | None:
    """The value that a text means for a field; None if it means none."""
    if field.kind == "bool":
        plain = text.casefold()
        return True if plain in _YES else False if plain in _NO else None
    if field.kind == "choice":
        return next((choice for choice in field.choices if str(choice) == text), None)
    try:
        number = int(text)
    except ValueError:
        return None
    inside = field.low is not None and field.high is not None and field.low <= number <= field.high
    return number if inside else None


def _possible(field: OptionField) -> list[str]:
    if field.kind == "bool":
        return ["true", "false"]
    if field.kind == "choice":
        return [str(choice) for choice in field.choices]
    return [f"{field.low}–{field.high}"]
