"""Checks of games as text: positions and records read back as they were, and damage is said to be damage."""

from collections.abc import Iterator
from typing import Any

from potluck.play.chance import Fast, Live, commitment
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.trails import Trail, play_trail
from potluck.play.driver import random_playout
from potluck.play.errors import PositionDamaged, RecordDamaged
from potluck.play.options import encode_options
from potluck.play.record import Record, RecordMove, replay, verify

_DAMAGED = 6  # positions of a case whose text is damaged in every way
_JUNK = ("", " ", "x", "0", "-1", "99999999999999999999", "\x00", "ü", '{"a": 1}', "/" * 300)


def position_round_trip(case: Case) -> int:
    """A position's text loads as an equal position: same text, same looks, and it plays on alike."""
    sampled = {id(position) for position in case.sample}
    count = 0
    for position in case.positions:
        if not position.text or not position.text.isprintable():
            raise case.broken("a position is one line of text", position)
        loaded = case.game.load(position.text)
        if case.game.dump(loaded) != position.text:
            raise case.broken(f"loaded, it dumps {case.game.dump(loaded)!r}", position)
        if not case.game.agrees(loaded, case.options):
            raise case.broken("loaded, it does not agree with the options it was played with", position)
        for viewer in case.viewers if id(position) in sampled else ():
            if not case.looks_alike(position, viewer, loaded):
                raise case.broken(f"loaded, {viewer} sees something else", position)
        made = position.made
        if made is not None:
            on, loaded_on = position.state.clone(), loaded.clone()
            told = on.play(made.seat, made.move, Fast(3)), loaded_on.play(made.seat, made.move, Fast(3))
            if told[0] != told[1] or case.game.dump(on) != case.game.dump(loaded_on):
                raise case.broken("loaded, it plays on in another way", position)
        count += 1
    return count


def position_damaged(case: Case) -> int:
    """Nonsense is refused by PositionDamaged; what is accepted is a position that can be played."""
    count = 0
    for position in case.sample[:: max(1, len(case.sample) // _DAMAGED)]:
        for text in _damaged(position.text, case.chance(position.index)):
            count += 1
            try:
                state = case.game.load(text)
            except PositionDamaged:
                continue
            try:
                pieces = dict(case.game.pieces(state))
                for viewer in (*range(case.game.view(state, None).seats), None):
                    case.look(state, viewer)
                random_playout(state, Fast(count), 100_000)
                good = dict(case.game.pieces(state)) == pieces and state.result() is not None
            except Exception as error:
                raise case.broken(f"load accepts {text!r}, then {type(error).__name__}: {error}") from error
            if not good:
                raise case.broken(f"load accepts {text!r}, which cannot be played out", position)
    return count


def _damaged(text: str, chance: Fast) -> Iterator[str]:
    yield from _JUNK
    for junk in _JUNK:
        yield text + junk if junk else text[:-1]
    for _ in range(30):
        at = chance.below(len(text))
        yield text[:at]
        yield text[:at] + text[at + 1 :]
        yield text[:at] + text[at] + text[at:]
        yield text[:at] + "0123456789-,;/ abz"[chance.below(18)] + text[at + 1 :]
    words = text.split(" ")
    for at in range(len(words)):
        yield " ".join([*words[:at], *words[at + 1 :]])
        yield " ".join([*words[:at], words[at], *words[at:]])


def record_round_trip(case: Case) -> int:
    """A game's record reads back equal and replays to the same positions, also from the middle on."""
    for trail in case.trails:
        record = record_of_trail(case, trail, 0)
        if Record.parse(record.text()) != record:
            raise case.broken("the record reads back otherwise")
        _replayed(case, trail, record, 0)
        half = len(trail.positions) // 2
        _replayed(case, trail, record_of_trail(case, trail, half), half)
    return len(case.trails)


def _replayed(case: Case, trail: Trail, record: Record, first: int) -> None:
    steps = list(replay(record, case.game))
    if [case.game.dump(step.state) for step in steps] != [each.text for each in trail.positions[first:]]:
        raise case.broken("the record replays to other positions")
    for step, position in zip(steps[1:], trail.positions[first:], strict=False):
        assert position.made is not None
        if step.notes != position.made.notes or step.learned != position.made.learned:
            raise case.broken("the replay tells another story", position)


def record_verified(case: Case) -> int:
    """A game of live chance verifies; with one answer or the seed changed it does not."""
    seed, nonces = bytes(range(32)), [bytes([seat]) * 16 for seat in range(case.seats)]
    trail = play_trail(case, Live(seed, nonces), Fast(9), 9)
    live: dict[str, Any] = {
        "seed": seed.hex(),
        "commitment": commitment(seed),
        "nonces": [nonce.hex() for nonce in nonces],
    }
    checked = verify(record_of_trail(case, trail, 0, **live), case.game)
    if checked != len(trail.setup) + sum(len(p.made.answers) for p in trail.positions if p.made):
        raise case.broken(f"{checked} answers were checked, not all")
    if checked:
        other = seed[::-1]
        forged = live | {"seed": other.hex(), "commitment": commitment(other)}
        try:
            verify(record_of_trail(case, trail, 0, **forged), case.game)
        except RecordDamaged:
            return checked
        raise case.broken("a record verifies with a seed that was not its own")
    return 1


def record_of_trail(case: Case, trail: Trail, first: int, **extra: Any) -> Record:
    """The record of a game from its position number `first` on."""
    moves = [
        RecordMove(at.made.seat, case.game.moves.text(at.made.move), at.made.answers)
        for at in trail.positions[first:]
        if at.made is not None
    ]
    return Record(
        game=case.game.about.id,
        rules=case.game.rules,
        deck=case.game.deck,
        seats=case.seats,
        options=encode_options(case.options),
        start=trail.positions[first].text if first else None,
        setup=[] if first else trail.setup,
        moves=moves,
        result=trail.positions[-1].state.result(),
        **extra,
    )


CHECKS: tuple[Check, ...] = (position_round_trip, position_damaged, record_round_trip, record_verified)
