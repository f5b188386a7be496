"""The conversation of a game in a terminal: the table told in words, a move asked for, until it is over."""

from collections.abc import Sequence
from typing import Final

from potluck.locale import game_rules, words_package
from potluck.play.errors import MoveUnknown
from potluck.play.moves import PASS, Move
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


class Quit(Exception):
    """The person has had enough."""


class Talk:
    """One person's game."""

    def __init__(self, session: Session, words: Words, screen: Screen, names: Sequence[str]) -> None:
        """`names` are the players' by seat."""
        self._session = session
        self._words = words
        self._screen = screen
        self._names = names
        self._commands = dict(COMMANDS)
        for command in set(COMMANDS.values()):
            self._commands[words.say(f"terminal.command.{command}").casefold()] = command

    def play(self) -> None:
        """Until the game is over; raises Quit."""
        self._screen.line(self._words.say("terminal.welcome"))
        while (asked := self._session.asked()) is not None:
            if self._session.is_bot(asked.seat):
                self._session.play(asked.seat, self._session.bot_choice(asked))
            elif (move := self._ask(asked)) is not None:
                if self._session.forgets:
                    self._screen.forget()  # CA-20: what was seen before the move is for the memory alone
                self._session.play(asked.seat, move)
            self._screen.events(self._session.fresh())
        self._screen.events(self._session.fresh())
        self._screen.title(self._words.say("terminal.over"))
        self._screen.standings(self._session.view(), self._names)

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
            self._screen.rules(game_rules(words_package(self._session.game), self._words.language))
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
