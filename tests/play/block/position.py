"""Blocks as a line of text: seats/rounds/limit step turn restocked block trays dishes lucky faces."""

from collections.abc import Mapping

from potluck.play.reading import Words

from .rules import State, cuts, may_restock
from .table import CUT, DICE, FACES, KEPT, OVER, SET, STEPS, WANTED


def write(state: State) -> str:
    return " ".join(
        [
            f"{state.seats}/{state.rounds}/{state.limit}",
            STEPS[state.step],
            str(state.turn),
            str(int(state.restocked)),
            "".join(map(str, state.block)),
            *(
                "/".join(",".join(map(str, counts)) for counts in each)
                for each in (state.trays, state.dishes)
            ),
            "".join(map(str, state.lucky)),
        ]
    )


def read(text: str) -> State:
    words = Words(text, "Blocks")

    def faces(many: int, known: str) -> list[int]:
        word = words.word("faces")
        words.require(len(word) == many, f"{many} faces")
        return [words.as_name(face, "face", known) + FACES + 1 - len(known) for face in word]

    def counts(many: int) -> list[list[int]]:
        def row(part: str) -> list[int]:
            return words.as_list(
                part, "faces", ",", lambda each: words.as_number(each, "dice", 0, DICE), FACES
            )

        return words.as_list(words.word("counts"), "seats", "/", row, many)

    setting = words.word("setting").split("/")
    words.require(len(setting) == 3, "three settings")
    seats, rounds, limit = (
        words.as_number(each, "setting", low, high)
        for each, low, high in zip(setting, (1, 1, 6), (4, 20, 10), strict=True)
    )
    state = State(seats, rounds, limit)
    state.step = words.name("step", list(STEPS.values()))
    state.turn = words.number("turn", 0, rounds * seats)
    state.restocked = bool(words.number("restocked", 0, 1))
    state.block = faces(DICE, "0" + SET)
    state.trays, state.dishes = counts(seats), counts(seats)
    state.lucky = faces(seats, SET)
    words.end()
    _possible(words, state)
    return state


def _possible(words: Words, state: State) -> None:
    dice = sum(map(sum, state.trays))
    lying = sum(1 for face in state.block if face)
    words.require(dice + lying <= DICE, "35 dice")
    over = state.turn == state.rounds * state.seats
    done = [sum(dishes) >= WANTED for dishes in state.dishes]
    last = (state.turn - 1) % state.seats
    words.require(state.step != OVER or over or (state.turn > 0 and done[last]), "over at the end")
    words.require(state.step == OVER or not over, "the game goes on")
    words.require(sum(map(sum, state.dishes)) <= 9 * state.seats, "so many dishes")
    active = state.active()
    mine = {active} if state.step != OVER else {last}
    words.require(
        all(seat in mine or not each for seat, each in enumerate(done)), "nobody had three dishes before"
    )
    words.require(state.step != CUT or not done[active], "nobody had three dishes before")
    words.require(not (state.restocked and state.step == OVER), "nothing rolled after the end")
    for seat, tray in enumerate(state.trays):
        words.require(
            sum(tray) <= KEPT or (seat == active and state.step not in (CUT, OVER)), "eight dice a seat"
        )
    stuck = not cuts(state.block, state.limit) and not may_restock(state.block, state.restocked)
    words.require(state.step != CUT or not stuck, "something to cut")


def pieces(state: State) -> Mapping[str, int]:
    lying = sum(1 for face in state.block if face)
    held = sum(map(sum, state.trays))
    return {"dice": lying + held + (DICE - lying - held)}
