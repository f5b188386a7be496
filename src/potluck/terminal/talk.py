"""The conversation of a game in a terminal: the table told in words, a move asked for, until it is over.

Where things are told once, each beat (what one move let the person see) has the screen for itself and is
wiped before the next one and before every question: what is asked is asked of the memory. What stays of
such events, and all others, stays readable.
"""

from collections.abc import Sequence
from typing import Final

from potluck.locale import game_rules, without_pictures, words_package
from potluck.play.errors import MoveUnknown
from potluck.play.moves import PASS, Move
from potluck.play.phrase import Event, stays
from potluck.terminal.menu import Choice, Menu
from potluck.terminal.session import Asked, Session
from potluck.terminal.show import Screen
from potluck.terminal.words import Words

# Understood in every language, beside the catalogue's own words for them.
COMMANDS: Final = {
    "?": "help",
    "help": "help",
    "rules": "rules",
    "undo": "undo",
    "quit": "quit",
    "table": "table",
}


PACE: Final = 1.2  # seconds
RECENT: Final = 12  # lines of the log that come back after a wipe


class Quit(Exception):
    """The person has had enough."""


class Talk:
    """One person's game."""

    def __init__(
        self, session: Session, words: Words, screen: Screen, names: Sequence[str], pace: float = PACE
    ) -> None:
        """`names` are the players' by seat; `pace`: seconds an event told once is to be read."""
        self._session = session
        self._words = words
        self._screen = screen
        self._names = names
        self._pace = pace
        self._log: list[Event] = []  # what may be read again where things are told once
        self._commands = dict(COMMANDS)
        for command in set(COMMANDS.values()):
            self._commands[words.say(f"terminal.command.{command}").casefold()] = command

    def play(self) -> None:
        """Until the game is over; raises Quit."""
        self._screen.line(self._words.say("terminal.welcome"))
        self._tell()
        while (asked := self._session.asked()) is not None:
            if self._session.is_bot(asked.seat):
                self._session.play(asked.seat, self._session.bot_choice(asked))
            elif (move := self._ask(asked)) is not None:
                self._wipe()
                self._session.play(asked.seat, move)
            self._tell()
        self._end()

    def _end(self) -> None:
        """How it ended; where memory was the game, all that happened and all that was hidden, too."""
        game, view = self._session.game, self._session.view()
        self._screen.title(self._words.say("terminal.over"))
        if self._session.forgets:
            self._screen.line(self._words.say("terminal.remembered"))
            self._screen.events(self._session.told())
            self._screen.sections(game.describe(view))
        self._screen.line(self._words.phrase(game.prompt(view)), "bold green")
        self._screen.standings(game.about.id, view, self._names)

    def _tell(self) -> None:
        """What has just happened; where things are told once, for as long as it takes to read."""
        events = self._session.fresh()
        self._screen.events(events)
        if not self._session.forgets:
            return
        self._log += [left for event in events if (left := stays(event)) is not None]
        told_once = sum(event.once for event in events)
        if told_once and not self._session.over():
            self._screen.pause(told_once * self._pace)
            self._wipe()

    def _wipe(self) -> None:
        """Where things are told once nothing stays on the screen but what may be read again."""
        if self._session.forgets:
            self._screen.forget()
            self._screen.events(self._log[-RECENT:])

    def _ask(self, asked: Asked) -> Move | None:
        """The person's move; None when something was taken back and the question is another one."""
        menu = Menu(
            asked.legal,
            self._session.game.moves,
            self._words.phrase,
            self._words.say("terminal.pass"),
        )
        self._table()
        self._screen.choices(menu.choices)
        shown = menu.choices
        while True:
            typed = self._screen.ask(self._words.say("terminal.choose"))
            if typed is None:
                raise Quit
            typed = typed.strip()
            if not typed:
                if len(shown) == 1:
                    return shown[0].move
                shown = menu.choices
                self._screen.choices(shown)
                continue
            choice = menu.pick(typed)
            if choice is not None:
                return choice.move
            command = self._commands.get(typed.casefold())
            if command == "undo":
                if self._session.undo():
                    self._screen.line(self._words.say("terminal.undone"))
                    return None
                self._screen.line(self._words.say("terminal.undo_impossible"), "yellow")
            elif command is not None:
                self._obey(command)
            else:
                shown = self._narrow(menu, typed) or shown

    def _obey(self, command: str) -> None:
        if command == "quit":
            raise Quit
        if command == "help":
            self._screen.line(self._words.say("terminal.help"))
        elif command == "rules":
            rules = game_rules(words_package(self._session.game), self._words.language)
            self._screen.rules(without_pictures(rules))
        else:
            self._table()

    def _table(self) -> None:
        game, view = self._session.game, self._session.view()
        self._screen.blank()
        self._screen.sections(game.describe(view))
        self._screen.line(self._words.phrase(game.prompt(view)), "bold green")

    def _narrow(self, menu: Menu, typed: str) -> list[Choice]:
        """What fits the words typed; if nothing does, why not."""
        found = menu.matching(typed)
        if found:
            self._screen.choices(found)
            if len(found) == 1:
                self._screen.line(self._words.say("terminal.only_one"), "italic")
        else:
            self._screen.line(self._why_not(typed), "yellow")
        return found

    def _why_not(self, typed: str) -> str:
        """The game's own reason against a move that exists, else that nothing fits."""
        game = self._session.game
        try:
            move = game.moves.parse(" ".join(typed.casefold().split()))
        except MoveUnknown:
            return self._words.say("terminal.nothing_fits", typed=typed[:80])
        reason = game.refuse(self._session.view(), move) if move != PASS else None
        return self._words.say("error.move_illegal") if reason is None else self._words.phrase(reason)
