"""Lids as a line of text: seats/rounds/options step turn lid+laid deck discard menu pots hands recipes scored
points answers. Counts are by kind, parted by commas, their owners by slashes."""

from collections.abc import Mapping
from typing import Any

from potluck.play.reading import Words

from .rules import State
from .table import ANSWER, COPIES, GOAL, HAND, KINDS, LAY, OVER, POTS, RECIPES, ROOM, STEPS


def write(state: State) -> str:
    return " ".join(
        [
            f"{state.seats}/{state.rounds}/{int(state.hides)}/{int(state.must_move)}",
            STEPS[state.step],
            str(state.turn),
            POTS[state.lid],
            str(state.laid),
            *(_counts(each) for each in (state.deck, state.discard, state.menu)),
            *("/".join(map(_counts, each)) for each in (state.pots, state.hands, state.scored)),
            *(_counts(each) for each in (state.recipes, state.points, state.held)),
        ]
    )


def _counts(counts: list[int]) -> str:
    return ",".join(map(str, counts))


def read(text: str) -> State:
    words = Words(text, "Lids")

    def numbers(part: str, many: int, low: int, high: int) -> list[int]:
        return words.as_list(
            part, "numbers", ",", lambda each: words.as_number(each, "number", low, high), many
        )

    def counts(many: int) -> list[list[int]]:
        return words.as_list(
            words.word("counts"), "owners", "/", lambda part: numbers(part, len(KINDS), 0, COPIES), many
        )

    setting = words.word("setting").split("/")
    words.require(len(setting) == 4, "four settings")
    seats, rounds = words.as_number(setting[0], "seats", 2, 4), words.as_number(setting[1], "rounds", 1, 20)
    hides, must_move = (bool(words.as_number(each, "option", 0, 1)) for each in setting[2:])
    state = State(seats, rounds, hides, must_move)
    state.step = words.name("step", list(STEPS.values()))
    state.turn = words.number("turn", 0, rounds * seats)
    state.lid = words.name("lid", POTS)
    state.laid = words.number("laid", 0, 2)
    state.deck, state.discard, state.menu = (counts(1)[0] for _ in range(3))
    state.pots, state.hands, state.scored = counts(len(POTS)), counts(seats), counts(seats)
    state.recipes = numbers(words.word("recipes"), seats, -1, len(KINDS) - 1)
    state.points = numbers(words.word("points"), seats, 0, 99)
    state.held = numbers(words.word("answers"), seats, -1, 1)
    words.end()
    words.require(set(pieces(state).values()) == {COPIES, RECIPES}, "every card once")
    _possible(words, state)
    return state


def _possible(words: Words, state: State) -> None:
    """What rules take for granted."""
    over, at_end = state.step == OVER, state.turn == state.rounds * state.seats
    won = max(map(sum, state.scored)) >= GOAL
    words.require(over == (at_end or won), "over exactly at the end")
    words.require(all(sum(pot) <= ROOM for pot in state.pots) and sum(state.pots[state.lid]) < ROOM, "pots")
    full = state.full() >= 0
    words.require(full or state.step != ANSWER, "a full pot to answer for")
    words.require(not full or over or state.step == ANSWER or state.laid == 1, "a full pot is scored")
    words.require(over or min(state.recipes) >= 0, "a recipe each")
    sizes = [HAND - state.laid * (seat == state.active()) for seat in range(state.seats)]
    words.require([sum(hand) for hand in state.hands] == sizes, "full hands but for cards laid")
    words.require(state.step != LAY or state.laid < 2, "two cards at most")
    words.require(state.laid > 0 or state.step in (LAY, OVER), "at least one card")
    asked = state.step == ANSWER
    words.require(asked or max(state.held) < 0, "answers while there is a question")
    words.require(not asked or min(state.held) < 0, "an answer is due")
    for seat, held in enumerate(state.held):
        words.require(held != 1 or state.pots[state.full()][state.recipes[seat]] > 0, "a match to score")


def pieces(state: Any) -> Mapping[str, int]:
    found = {}
    for kind, name in enumerate(KINDS):
        places = [state.deck, state.discard, *state.pots, *state.hands]
        found[name] = sum(place[kind] for place in places)
        recipes = [state.menu, *state.scored]
        found[f"{name} recipe"] = sum(place[kind] for place in recipes) + state.recipes.count(kind)
    return found
