"""What a view tells: kinds crossed out per slot (SR-60), the counting puzzle."""

from collections import OrderedDict
from typing import Final

from potluck.games.secret_recipe.knowledge import Knowledge, Puzzle
from potluck.games.secret_recipe.material import ALL_KINDS, COUNTS, told
from potluck.games.secret_recipe.view import SecretRecipeView

_REMEMBERED: Final = 16  # a puzzle of spectators may take five megabytes
_solved: "OrderedDict[tuple[object, ...], Knowledge]" = OrderedDict()


def per_player(view: SecretRecipeView) -> int:
    """Slots a player."""
    return 8 if view.seats == 2 else 4


def left_over(view: SecretRecipeView) -> list[int]:
    """By kind: the recipe tiles whose place the viewer does not know."""
    left = list(COUNTS)
    for recipe in view.recipes:
        for slot in recipe:
            if slot.kind is not None:
                left[slot.kind] -= 1
    for kind in view.imaginary or []:
        left[kind] -= 1
    for shelf in view.shelves:
        if shelf.kind is not None:
            left[shelf.kind] -= 1
    return left


def told_masks(view: SecretRecipeView) -> list[list[int]]:
    """By seat and slot: the kinds that clues, answers and failed votes leave, whatever the viewer holds."""
    per = per_player(view)
    masks = [[ALL_KINDS] * per for _ in range(view.seats)]
    for clue in view.clues:
        mask = told(clue.how, clue.kinds[0], clue.kinds[1], clue.kinds[2])
        masks[clue.owner][clue.slot] &= mask if clue.yes else ALL_KINDS & ~mask
    for owner, slot, kind in view.failed:
        masks[owner][slot] &= ~(1 << kind)
    return masks


def possible(view: SecretRecipeView) -> list[list[int]]:
    """By seat and slot: the kinds not crossed out by plain marking, for slots the viewer does not know.

    A slot the viewer owns keeps what is publicly told about it; a revealed one is its kind.
    """
    masks = told_masks(view)
    left = left_over(view)
    there = sum(1 << kind for kind in range(9) if left[kind])
    for seat, recipe in enumerate(view.recipes):
        for at, slot in enumerate(recipe):
            if slot.revealed and slot.kind is not None:
                masks[seat][at] = 1 << slot.kind
            elif slot.kind is None:
                masks[seat][at] &= there
    for asked in view.asked:
        if asked.kind is not None and not asked.yes and asked.owner != view.seat:
            for at in range(asked.recipe * 4, asked.recipe * 4 + 4):
                if view.recipes[asked.owner][at].kind is None:
                    masks[asked.owner][at] &= ~(1 << asked.kind)
    return masks


def puzzle_of(view: SecretRecipeView) -> tuple[Puzzle, list[tuple[int, int]], list[int]]:
    """The puzzle of a view, the (seat, slot) of each of its slots, the shelves that are its free places."""
    masks = possible(view)
    slots: list[tuple[int, int]] = []
    recipes: list[int] = []
    allowed: list[int] = []
    per = per_player(view)
    for seat, recipe in enumerate(view.recipes):
        for at, slot in enumerate(recipe):
            if slot.kind is None:
                slots.append((seat, at))
                recipes.append((seat * per + at) // 4)
                allowed.append(masks[seat][at])
    wants: list[tuple[int, int]] = []
    for asked in view.asked:
        if asked.kind is None or not asked.yes or asked.owner == view.seat:
            continue
        quarter = view.recipes[asked.owner][asked.recipe * 4 : asked.recipe * 4 + 4]
        # SR-22: revealed tiles count, so a revealed one has answered the question.
        if all(slot.kind != asked.kind for slot in quarter):
            wants.append((asked.owner * per // 4 + asked.recipe, asked.kind))
    shelves = [at for at, shelf in enumerate(view.shelves) if shelf.kind is None]
    return Puzzle(left_over(view), allowed, recipes, wants, len(shelves)), slots, shelves


def known(view: SecretRecipeView) -> tuple[Knowledge, list[tuple[int, int]], list[int]]:
    """The solved puzzle of a view, its slots and its shelves; the latest are remembered."""
    puzzle, slots, shelves = puzzle_of(view)
    key = puzzle.key
    found = _solved.pop(key, None)
    if found is None:
        found = Knowledge(puzzle)
        if len(_solved) >= _REMEMBERED:
            _solved.popitem(last=False)
    _solved[key] = found
    return found, slots, shelves


def chances(view: SecretRecipeView) -> list[list[list[float]]]:
    """By seat, slot and kind: the exact chance; 0 or 1 where the viewer knows."""
    knowledge, slots, _ = known(view)
    solution = knowledge.solution
    table = [[[float(slot.kind == kind) for kind in range(9)] for slot in recipe] for recipe in view.recipes]
    for at, (seat, slot) in enumerate(slots):
        table[seat][slot] = solution.chances(at)
    return table
