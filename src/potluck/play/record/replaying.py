"""Plays a record by the rules, and checks its luck against its seed."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from potluck.play.chance import Live, Replay, commitment
from potluck.play.driver import Answers
from potluck.play.errors import ChanceMismatch, DeckUnknown, PotluckError, RecordDamaged, RulesUnknown
from potluck.play.game import Game
from potluck.play.learned import NOBODY
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.options import check_seats, decode_options
from potluck.play.record.parts import PlayerChange, Recorded, RecordMove, damage, unfit
from potluck.play.record.writing import Lines, result_text
from potluck.play.registry import by_rules
from potluck.play.seats import Seat, seat_name


class Replayed(NamedTuple):
    """The game after `moves` moves (0: set up). `state` is the reader's own to keep."""

    moves: int
    state: Any
    seat: Seat | None  # who moved; None after the set-up
    move: Move | None
    notes: list[Note]
    learned: int  # what `play` returned: flags of potluck.play.learned
    changes: list[PlayerChange]  # of player, before the next move


def by_its_rules(record: Recorded, game: Game) -> Game:
    """The game by the rules of a record: the installed ones, or older ones that it brings.

    Raises RulesUnknown (another game or version of its rules), DeckUnknown (another deck).
    """
    if record.game != game.about.id:
        raise RulesUnknown(f"the record is of {record.game[:40]}, not of {game.about.id}")
    game = by_rules(game, record.rules)
    if record.version > 1 and record.deck != game.deck:
        raise DeckUnknown(
            f"the record is of {record.game} with the deck {record.deck[:40] or 'none'}, "
            f"installed is {game.deck or 'none'}"
        )
    return game


def replay(record: Recorded, game: Game) -> Iterator[Replayed]:
    """Play a record by the rules, one step a move, the set-up first.

    Older rules that the game brings are found. Raises RulesUnknown for another game or version,
    DeckUnknown for another deck, RecordDamaged (with the line) for a move, an answer or a change of player
    that does not follow the rules, and at the end for a result the rules do not give, or an early end
    where the game was over.
    """
    game = by_its_rules(record, game)
    lines = Lines(record)
    _check_changes(record, lines)
    changes: dict[int, list[PlayerChange]] = {}
    for change in record.changes:
        changes.setdefault(change.moves, []).append(change)
    state = _set_up(record, game, lines)
    yield Replayed(0, state.clone(), None, None, list(game.opening(state)), NOBODY, changes.get(0, []))
    for index, made in enumerate(record.moves):
        move = _checked(game, state, made, record.seats, lines.move(index))
        notes: list[Note] = []
        with_answers = _Answering(made.answers, lines.move(index))
        learned: int = with_answers.run(lambda chance: state.play(made.seat, move, chance, notes))  # noqa: B023
        told = changes.get(index + 1, [])
        yield Replayed(index + 1, state.clone(), made.seat, move, notes, learned, told)
    late = [index for index, change in enumerate(record.changes) if change.moves == len(record.moves)]
    if late and state.deciders() == 0:
        raise damage(lines.change(late[0]), "the game is over already", "error.record.player_late")
    _check_result(record, state.result(), lines)
    _check_ended(record, game, state, lines)


def _check_changes(record: Recorded, lines: Lines) -> None:
    """A person may hand a seat to another person; a bot is not put where it plays already."""
    levels: dict[Seat, str | None] = {}
    for index, change in enumerate(record.changes):
        if change.seat >= record.seats:
            raise _no_seat(lines.change(index), change.seat)
        if change.level is not None and levels.get(change.seat) == change.level:
            detail = f"the bot {change.level} plays {seat_name(change.seat)} already"
            raise damage(lines.change(index), detail, "error.record.player", seat=change.seat)
        levels[change.seat] = change.level


def _check_result(record: Recorded, result: list[int] | None, lines: Lines) -> None:
    if record.result is None or result == record.result:
        return
    if record.version == 1 and record.seats == 1 and (result, record.result) == ([], [1]):
        return  # how a game for one was written then
    detail = f"the rules give the result {result_text(result)}"
    if result is None:
        raise damage(lines.result(), detail, "error.record.not_over")
    raise damage(lines.result(), detail, "error.record.result", ranks=result)


def _check_ended(record: Recorded, game: Game, state: Any, lines: Lines) -> None:
    if record.ended is None:
        return
    if state.deciders() == 0:
        raise damage(lines.result(), "the game had ended by its rules", "error.record.ended")
    so_far = game.view(state, None).so_far()
    if record.ended.places not in (None, so_far):
        detail = f"the points give the places {result_text(so_far)}"
        raise damage(lines.so_far(), detail, "error.record.so_far", ranks=so_far)


def verify(record: Recorded, game: Game) -> int:
    """Replay a finished live record and recompute its luck; the number of answers checked.

    Finished is what has a result or ended early. Raises what `replay` raises, and RecordDamaged if seed,
    commitment or an answer do not belong together.
    """
    lines = Lines(record)
    if record.result is None and record.ended is None:
        raise unfit("the game is not finished", "error.record.unfinished")
    if record.seed is None or record.commitment is None:
        raise unfit("only a record with commitment and seed can be verified", "error.record.seedless")
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commitment:
        raise damage(lines.seed(), "the seed does not belong to the commitment", "error.record.seed")
    live = Live(seed, [bytes.fromhex(nonce) for nonce in record.nonces])
    _recompute(live, record.setup, lines.setup())
    for index, made in enumerate(record.moves):
        _recompute(live, made.answers, lines.move(index) + 1)
    for _ in replay(record, game):
        pass
    return live.drawn


def _recompute(live: Live, answers: Answers, line: int) -> None:
    for offset, (answer, n) in enumerate(answers):
        true = live.below(n)
        if true != answer:
            detail = f"the seed gives {true}/{n}, the record says {answer}/{n}"
            raise damage(line + offset, detail, "error.record.luck", drawn=true, recorded=answer, outcomes=n)


def _set_up(record: Recorded, game: Game, lines: Lines) -> Any:
    try:
        check_seats(game, record.seats)
        options = decode_options(game, record.options)
    except PotluckError as error:
        raise damage(lines.header("seats"), str(error)) from None
    if record.start is not None:
        try:
            state = game.load(record.start)
        except PotluckError as error:
            raise damage(lines.header("start"), f"the start position: {error}") from None
        if game.view(state, None).seats != record.seats:
            raise damage(lines.header("seats"), "the start position has another number of seats")
        if not game.agrees(state, options):
            detail = "the start position is of a game with other options"
            raise damage(lines.header("options"), detail, "error.record.options")
        if record.setup:
            raise damage(lines.setup(), "a game that starts from a position draws no set-up")
        return state
    answering = _Answering(record.setup, lines.setup() - 1)
    try:
        return answering.run(lambda chance: game.new(record.seats, options, chance))
    except RecordDamaged:
        raise
    except PotluckError as error:
        raise damage(lines.header("seats"), str(error)) from None


def _checked(game: Game, state: Any, made: RecordMove, seats: int, line: int) -> Move:
    try:
        move = game.moves.parse(made.text)
    except PotluckError as error:
        raise damage(line, str(error), "error.record.move_unknown") from None
    if made.seat >= seats:
        raise _no_seat(line, made.seat)
    if state.deciders() == 0:
        raise damage(line, "the game is over before this move", "error.record.over")
    legal = state.legal(made.seat)
    if not legal:
        detail = f"{seat_name(made.seat)} has no move to make here"
        raise damage(line, detail, "error.record.turn", seat=made.seat)
    if move not in legal:
        detail = f"{seat_name(made.seat)} may not play {made.text!r} here"
        raise damage(line, detail, "error.record.move", seat=made.seat)
    return move


def _no_seat(line: int, seat: Seat) -> RecordDamaged:
    return damage(line, f"there is no seat {seat_name(seat)}", "error.record.seat")


class _Answering:
    """Gives one move its recorded answers and sees to it that they fit."""

    def __init__(self, answers: Answers, line: int) -> None:
        self._answers = answers
        self._line = line

    def run(self, play: Callable[[Replay], Any]) -> Any:
        chance = Replay(self._answers)
        try:
            done = play(chance)
        except ChanceMismatch as error:
            line = self._line + 1 + chance.used
            raise damage(line, str(error), "error.record.answers") from None
        if chance.used != len(self._answers):
            line = self._line + 1 + chance.used
            raise damage(line, "the rules do not ask for this chance answer", "error.record.answers")
        return done
