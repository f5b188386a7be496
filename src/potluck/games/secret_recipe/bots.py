"""Players of Secret Recipe. Easy marks what it is told and votes when sure; medium counts exactly.

Both play from the view alone and remember nothing: all that was public is in the view.
"""

from collections.abc import Callable, Sequence
from math import log2
from typing import Final

from potluck.games.secret_recipe.material import (
    CLUE_ROUNDS,
    COUNTS,
    HOW_CELL,
    LINE_CELLS,
    SPOT_LINE,
    TEA_LINE_CELLS,
    TOKEN_VALUE,
    told,
)
from potluck.games.secret_recipe.notebook import chances, possible, told_masks
from potluck.games.secret_recipe.table import (
    ASK,
    CLUE,
    CONTENT,
    DISCARD,
    ERASE,
    KEEP,
    LOOK,
    NO_CELL,
    NOTHING,
    PACT,
    PAIRS,
    PEEK_LAST,
    PEEK_ONE,
    PEEK_TWO,
    QUESTION,
    SWAP,
    THINK,
    UNVEIL,
    seat_slot,
)
from potluck.games.secret_recipe.view import SecretRecipeView
from potluck.play.chance import Chance
from potluck.play.game import Levels
from potluck.play.moves import PASS, Move
from potluck.play.phrase import Event
from potluck.play.seats import Seat

Chances = list[list[list[float]]]

# Medium votes when a vote is worth more than this many points.
_WORTH: Final = 0.25
# What others' voting for the same slot takes off a right vote's three points, on average.
_SHARED: Final = 0.6
# What the owner's point token is worth to the owner, spread over the rivals who would not get it.
_TOKEN: Final = 2.2
_THEORY: Final = 0.34
_SURE: Final = 0.999
# Peeking by token costs a point: worth it while this many rival slots are hidden.
_PEEK_WHILE: Final = 6
# Bits of a clue: more is good with three and four, bad with two.
_DULL: Final = 0.7
_PRINT: Final = 0.8
_PACT: Final = 1.0
_BONUS: Final = 2.0


class Easy:
    """Easy: crosses out, counts tiles, votes when one kind is left."""

    def __init__(self, seed: int) -> None:
        """The seed is for what a bot forgets; this one keeps nothing."""

    def notice(self, events: Sequence[Event]) -> None:
        """Everything needed is in the view."""

    def choose(self, view: SecretRecipeView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Pick one of `legal`."""
        if PASS in legal:
            return PASS
        if len(legal) == 1:
            return legal[0]
        return self._by_step(view, legal, chance)

    def _by_step(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        step = view.step
        if step == "turn":
            return self._turn(view, legal, chance)
        if step in ("vote", "initiate", "counter"):
            return self._vote(view, legal, chance)
        if step == "keep":
            return max(legal, key=lambda move: TOKEN_VALUE[move - KEEP])
        if step == "look":
            return self._look(view, legal, chance)
        if step == "swap":
            return CONTENT
        return self._ask(view, legal, chance)

    def _turn(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        questions = [move for move in legal if QUESTION <= move < NOTHING]
        if questions:
            masks = possible(view)

            def worth(move: Move) -> float:
                return _even_split(view, masks, move)

            best = _best(questions, worth, chance)
        else:
            masks = told_masks(view)
            sign = -1 if view.seats == 2 else 1  # SR-40: two players tell as little as they can

            def worth(move: Move) -> float:
                _, slot, mask = clue_of(view, move)
                before = masks[view.seat or 0][slot]
                return float(sign * (before.bit_count() - (before & mask).bit_count()))

            best = _best([move for move in legal if CLUE <= move < QUESTION], worth, chance)
        if worth(best) == 0 and legal[0] < CLUE and view.seats > 2:
            return DISCARD + chance.below(9)  # SR-8: this pantry has nothing new to say
        return best

    def _vote(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        masks = possible(view)
        most = 2 if view.seats == 2 and view.round > CLUE_ROUNDS + 4 else 1
        best = NOTHING
        for move in legal:
            if THINK <= move < UNVEIL:
                owner, slot = seat_slot((move - THINK) // 9)
                mask = masks[owner][slot]
                if best == NOTHING and mask.bit_count() == 2 and mask >> (move - THINK) % 9 & 1:
                    best = move
            elif UNVEIL <= move < KEEP:
                owner, slot = seat_slot((move - UNVEIL) // 90)
                mask = masks[owner][slot]
                collects = (move - UNVEIL) % 10 != NO_CELL
                # Rows with a pantry tile come before the one without.
                if mask.bit_count() <= most and mask >> (move - UNVEIL) // 10 % 9 & 1:
                    if collects:
                        return move
                    if best < UNVEIL:
                        best = move
        return best

    def _look(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        return _best(legal, lambda move: float(view.shelves[move - LOOK].kind is None), chance)

    def _ask(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        """A tea-break question whose answer is open as far as the marks go."""
        masks = possible(view)

        def open_slots(move: Move) -> float:
            owner, first, kind = asked_of(view, move)
            slots = view.recipes[owner][first : first + 4]
            if any(slot.kind == kind for slot in slots):
                return 0.0
            return float(sum(masks[owner][first + at] >> kind & 1 for at in range(4)))

        return _best([move for move in legal if _is_ask(move)], open_slots, chance)


class Medium(Easy):
    """Medium: exact chances, votes by expected points, clues and questions by what they tell."""

    def choose(self, view: SecretRecipeView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Pick one of `legal`; as a bystander only pantry lines are worth a thought."""
        if PASS in legal and view.step != "swap":
            return PASS
        if len(legal) == 1:
            return legal[0]
        if view.step == "swap":
            return self._swap(view, legal)
        return self._by_step(view, legal, chance)

    def _turn(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        peek = self._peek(view, legal, chance)
        if peek is not None:
            return peek
        questions = [move for move in legal if QUESTION <= move < NOTHING]
        if questions:
            table = chances(view)
            return _best(questions, lambda move: _entropy(_yes(view, table, move)), chance)
        clues = [move for move in legal if CLUE <= move < QUESTION]
        worth = _clue_worth(view)
        best = _best(clues, worth, chance)
        if view.seats > 2 and legal[0] < CLUE and worth(best) < _DULL:
            return DISCARD + chance.below(9)  # SR-8: another tile may make a better clue
        return best

    def _peek(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move | None:
        """SR-20: the peek-two token costs one point for two tiles; while much is hidden that is cheap."""
        hidden = sum(slot.kind is None for recipe in view.recipes for slot in recipe)
        if hidden < _PEEK_WHILE:
            return None
        unseen = [shelf.kind is None for shelf in view.shelves]
        peeks = [
            move
            for move in legal
            if PEEK_TWO <= move < PEEK_LAST and all(unseen[at] for at in PAIRS[move - PEEK_TWO])
        ]
        return peeks[chance.below(len(peeks))] if peeks else None

    def _vote(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        table = chances(view)
        best, worth, likely = self._best_vote(view, legal, table)
        if SWAP in legal and best >= UNVEIL and likely > _SURE and _cell(best) == NO_CELL:
            return SWAP  # SR-24: fresh tiles may bring one to collect
        if worth > _WORTH:
            return best
        if view.seats == 2:
            return NOTHING
        theories = [move for move in legal if THINK <= move < UNVEIL]
        if theories and view.turn >= view.seats:

            def chance_of(move: Move) -> float:
                owner, slot = seat_slot((move - THINK) // 9)
                return table[owner][slot][(move - THINK) % 9]

            theory = _best(theories, chance_of, chance)
            if chance_of(theory) >= _THEORY:
                return theory
        return NOTHING

    def _best_vote(
        self, view: SecretRecipeView, legal: Sequence[Move], table: Chances
    ) -> tuple[Move, float, float]:
        """The unveil vote worth most, its worth in points, its chance."""
        best, worth, likely = NOTHING, -1.0, 0.0
        right, wrong = self._stakes(view)
        for move in legal:
            if UNVEIL <= move < KEEP:
                owner, slot = seat_slot((move - UNVEIL) // 90)
                p = table[owner][slot][(move - UNVEIL) // 10 % 9]
                if p <= 0.0:
                    continue
                value = p * (right + (_cell(move) != NO_CELL)) - (1 - p) * wrong
                if value > worth:
                    best, worth, likely = move, value, p
        return best, worth, likely

    def _stakes(self, view: SecretRecipeView) -> tuple[float, float]:
        """What a right vote brings and a wrong one costs, pantry tiles apart."""
        if view.seats > 2:
            return 3.0 - _SHARED - _TOKEN / (view.seats - 1), 1.0
        if view.step == "counter" and view.pair is not None and view.pair.case == "A":
            return 2.0 + _BONUS, 1.0  # SR-49: a right counter takes the bonus away
        return 2.0 + _BONUS / 2, 1.0 + _BONUS / 2

    def _swap(self, view: SecretRecipeView, legal: Sequence[Move]) -> Move:
        """SR-24: keep a line with a tile that the best vote collects, once."""
        swap = view.swap
        done = PASS if PASS in legal else CONTENT
        if swap is None or view.seat is None or swap.laid[view.seat] or done == PASS:
            return done
        table = chances(view)
        wanted = {
            kind
            for owner, recipe in enumerate(view.recipes)
            for at, slot in enumerate(recipe)
            if not slot.revealed and owner != view.seat
            for kind in range(9)
            if table[owner][at][kind] > _SURE
        }
        lines = [
            (sum(view.pantry[cell] in wanted for cell in LINE_CELLS[move - ERASE]), -move)
            for move in legal
            if ERASE <= move < CONTENT
        ]
        best = max(lines, default=(0, 0))
        return -best[1] if best[0] else done

    def _ask(self, view: SecretRecipeView, legal: Sequence[Move], chance: Chance) -> Move:
        table = chances(view)

        def open_answer(move: Move) -> float:
            owner, first, kind = asked_of(view, move)
            if any(slot.kind == kind for slot in view.recipes[owner][first : first + 4]):
                return 0.0
            none = 1.0
            for at in range(first, first + 4):
                none *= 1.0 - table[owner][at][kind]
            return _entropy(none)

        return _best([move for move in legal if _is_ask(move)], open_answer, chance)


def clue_of(view: SecretRecipeView, move: Move) -> tuple[Seat, int, int]:
    """Owner, slot and the kinds that a clue or question, if true, leaves."""
    if move < QUESTION:
        row, owner, slot = move - CLUE, view.seat or 0, (move - CLUE) // 54
    else:
        row = move - QUESTION
        owner, slot = seat_slot(row // 54)
    cells = LINE_CELLS[SPOT_LINE[row % 9]]
    pantry = view.pantry
    return owner, slot, told(row // 9 % 6, pantry[cells[0]], pantry[cells[1]], pantry[cells[2]])


def asked_of(view: SecretRecipeView, move: Move) -> tuple[Seat, int, int]:
    """Owner, first slot of the recipe and kind of a tea-break question."""
    if move < LOOK:
        return (move - ASK) // 9, 0, (move - ASK) % 9
    return 1 - (view.seat or 0), (move - PACT) // 9 * 4, (move - PACT) % 9


def _is_ask(move: Move) -> bool:
    return ASK <= move < LOOK or PACT <= move < PEEK_ONE


def _cell(move: Move) -> int:
    return (move - UNVEIL) % 10


def _best(moves: Sequence[Move], worth: Callable[[Move], float], chance: Chance) -> Move:
    """One of the moves worth most, at random."""
    top: list[Move] = []
    most = 0.0
    for move in moves:
        value = worth(move)
        if not top or value > most + 1e-9:
            top, most = [move], value
        elif value > most - 1e-9:
            top.append(move)
    return top[chance.below(len(top))] if len(top) > 1 else top[0]


def _even_split(view: SecretRecipeView, masks: list[list[int]], move: Move) -> float:
    owner, slot, mask = clue_of(view, move)
    yes = (masks[owner][slot] & mask).bit_count()
    return float(min(yes, masks[owner][slot].bit_count() - yes))


def _yes(view: SecretRecipeView, table: Chances, move: Move) -> float:
    owner, slot, mask = clue_of(view, move)
    row = table[owner][slot]
    return sum(row[kind] for kind in range(9) if mask >> kind & 1)


def _entropy(p: float) -> float:
    """Bits of a yes-or-no answer."""
    if p <= 0.0 or p >= 1.0:
        return 0.0
    return -p * log2(p) - (1 - p) * log2(1 - p)


def _clue_worth(view: SecretRecipeView) -> Callable[[Move], float]:
    """What a clue is worth: the bits it tells the others, or with two players hides, and what it frees."""
    seat = view.seat or 0
    masks = told_masks(view)[seat]
    public = list(COUNTS)  # what anybody can count
    for recipe in view.recipes:
        for slot in recipe:
            if slot.revealed and slot.kind is not None:
                public[slot.kind] -= 1
    for kind in view.imaginary or []:
        public[kind] -= 1

    def weight(mask: int) -> int:
        return sum(public[kind] for kind in range(9) if mask >> kind & 1)

    def worth(move: Move) -> float:
        _, slot, mask = clue_of(view, move)
        bits = log2(weight(masks[slot]) / weight(masks[slot] & mask))
        row = move - CLUE
        if view.pair is None:
            return bits + 0.2 * (view.shelves[row % 9].kind is None)
        cell = HOW_CELL[row // 9 % 6]
        if view.pair.freed[seat][cell]:
            return -bits
        gone = sum(1 << at for at in range(5) if view.pair.freed[seat][at] or at == cell)
        pacts = sum(
            gone & cells == cells and not view.pair.took[seat][line]
            for line, cells in enumerate(TEA_LINE_CELLS)
        )
        return _PRINT + _PACT * pacts - bits

    return worth


LEVELS: Final[Levels] = {"easy": Easy, "medium": Medium}
