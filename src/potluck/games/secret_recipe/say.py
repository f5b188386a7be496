"""What Secret Recipe says to a viewer, from the view alone: prompt, description, refusals, hints."""

from functools import lru_cache
from typing import Final

from potluck.games.secret_recipe.material import (
    CLUE_ROUNDS,
    COUNTS,
    ERASE_MOVES,
    LINE_CELLS,
    SPOTS_PLAIN,
    TOKEN_PEEK_ONE,
    TOKEN_PEEK_TWO,
    TOKEN_VALUE,
    WEIGHTS,
    told,
)
from potluck.games.secret_recipe.notebook import chances, left_over, possible
from potluck.games.secret_recipe.table import ID, MOVES, NO_CELL
from potluck.games.secret_recipe.view import Hints, SecretRecipeView, Slot, Vote, base_of
from potluck.play.game import Section
from potluck.play.moves import Move
from potluck.play.phrase import Phrase, Say
from potluck.play.reasons import not_asked

_ALL: Final = 9
_MANY: Final = 5  # possible kinds; of more, the others are told

_say: Final = Say(ID)
_no: Final = Say(f"{ID}.refuse")


def prompt(view: SecretRecipeView) -> Phrase:
    """What the table waits for and from whom."""
    step = view.step
    if step == "over":
        return _decided(view)
    if view.seat in view.waiting:
        return _prompt_you(view)
    if step in ("vote", "tea", "swap"):
        # Whoever has no choice left at these steps has made it: it is sealed.
        who = "other" if view.seat is None else "sealed"
        return _say(f"prompt.{step}.{who}", seats=view.waiting)
    return _say(f"prompt.{step}.other", seat=view.waiting[0])


def _decided(view: SecretRecipeView) -> Phrase:
    """What decided the game: points, then those of them on tokens (SR-27)."""
    first, *others = winners = view.winners()
    n = view.scores[first]
    if others:
        return _say("prompt.over.tie", winners=winners, n=n)
    if (ahead := view.ahead()) > 0:
        return _say("prompt.over.most", seat=first, n=n, ahead=ahead)
    level = [seat for seat, score in enumerate(view.scores) if score == n and seat != first]
    total = sum(TOKEN_VALUE[token] for token in view.kept[first] or [])
    return _say("prompt.over.tokens", seat=first, seats=level, n=n, total=total)


def _prompt_you(view: SecretRecipeView) -> Phrase:
    step, seat = view.step, view.seat or 0
    if step == "turn":
        asks = (
            view.round > CLUE_ROUNDS
            if view.pair is not None
            else all(slot.revealed for slot in view.recipes[seat])
        )
        name = "question" if asks else "clue"
        return _say(f"prompt.turn.{name}" if view.discarded else f"prompt.turn.{name}.discard")
    if step == "keep":
        return _say("prompt.keep.you", tokens=view.hand)
    if step == "counter" and view.pair is not None:
        return _say("prompt.counter.you.right" if view.pair.case == "A" else "prompt.counter.you.wrong")
    others = [recipe for owner, recipe in enumerate(view.recipes) if owner != seat]
    if step == "vote" and all(slot.revealed for recipe in others for slot in recipe):
        return _say("prompt.vote.you.last")
    if step == "vote" and view.thinks[seat]:
        return _say("prompt.vote.you.think", n=view.thinks[seat])
    return _say(f"prompt.{step}.you")


def describe(view: SecretRecipeView) -> list[Section]:
    """Pantry, turn, votes, shelves, a section for each recipe holder (one's own first), players, tiles."""
    sections = [_pantry(view), _turn(view)]
    talk = _talk(view)
    if talk:
        sections.append(Section(_say("section.talk"), talk))
    sections += [_shelves(view), *_recipes(view), _players(view)]
    if view.asked:
        sections.append(_asked(view))
    if view.pair is not None:
        sections.append(_tea_table(view))
    sections += [_ingredients(view), _bag(view)]
    return sections


def _turn(view: SecretRecipeView) -> Section:
    lines = [_say("line.round", round=view.round, limit=view.round_limit)]
    if view.step != "over":
        lines.append(_say("line.active", seat=view.active))
        if view.step == "turn":
            lines.append(_say("line.discarded" if view.discarded else "line.not_discarded", seat=view.active))
    if view.last_turns is not None and view.step != "over":
        lines.append(_say("line.last_turns", n=view.last_turns))
    if view.due:
        lines.append(_say("line.due", n=view.due))
    if view.hand:
        lines.append(_say("line.hand", tokens=view.hand))
    swap = view.swap
    if swap is not None:
        lines.append(_say("line.swap", seat=swap.seat))
        for seat, line in enumerate(swap.lines):
            if line is not None:
                lines.append(_say("line.erase", seat=seat, line=line))
        content = [seat for seat, done in enumerate(swap.content) if done]
        if content:
            lines.append(_say("line.content", seats=content))
    return Section(_say("section.turn"), lines)


def _pantry(view: SecretRecipeView) -> Section:
    lines: list[Phrase] = []
    for cell, kind in enumerate(view.pantry):
        name = "line.cell.turned" if view.turned[cell] else "line.cell"
        lines.append(_say(name, cell=cell, kind=kind, weight=WEIGHTS[kind]))
    return Section(_say("section.pantry"), lines, across=3)


def _shelves(view: SecretRecipeView) -> Section:
    lines: list[Phrase] = []
    for at, shelf in enumerate(view.shelves):
        if shelf.kind is not None:
            lines.append(_say("line.shelf.known", shelf=at, kind=shelf.kind, seats=shelf.seen))
        elif shelf.seen:
            lines.append(_say("line.shelf.seen", shelf=at, seats=shelf.seen))
    unseen = [at for at, shelf in enumerate(view.shelves) if not shelf.seen]
    if len(unseen) == len(view.shelves):
        lines.append(_say("line.shelf.none"))
    elif unseen:
        lines.append(_say("line.shelf.unseen", shelves=unseen))
    return Section(_say("section.shelves"), lines)


def _recipes(view: SecretRecipeView) -> list[Section]:
    masks = [] if view.help == "paper" else possible(view)
    # SR-60: the notebook is a player's; those who watch get the marks.
    table = chances(view) if view.help == "expert" and view.seat is not None else []
    sections: list[Section] = []
    first = view.seat or 0
    for turn in range(view.seats):
        owner = (first + turn) % view.seats
        lines: list[Phrase] = []
        for at, slot in enumerate(view.recipes[owner]):
            lines.append(_slot(view, owner, at, slot, masks))
            if table and slot.kind is None:
                lines += _likely(at, table[owner][at])
            lines += _told(view, owner, at, slot)
        title = "section.recipe.own" if owner == view.seat else "section.recipe"
        sections.append(Section(_say(title, owner=owner), lines))
    if view.imaginary is not None:
        sections.append(Section(_say("section.imaginary"), [_say("line.imaginary", kinds=view.imaginary)]))
    return sections


def _slot(view: SecretRecipeView, owner: int, at: int, slot: Slot, masks: list[list[int]]) -> Phrase:
    """What a slot is, or what it can still be."""
    if slot.revealed and slot.kind is not None:
        return _say("line.slot.revealed", slot=at, kind=slot.kind)
    mask = masks[owner][at] if masks else 0
    kinds = [kind for kind in range(9) if mask >> kind & 1]
    told = 0 < len(kinds) < _ALL
    if slot.kind is not None:
        if told:
            return _say("line.slot.told", slot=at, kind=slot.kind, kinds=kinds)
        return _say("line.slot.own", slot=at, kind=slot.kind)
    if not told:
        return _say("line.slot.hidden", slot=at)
    if len(kinds) > _MANY:
        return _say("line.slot.cannot", slot=at, kinds=[kind for kind in range(9) if not mask >> kind & 1])
    return _say("line.slot.may", slot=at, kinds=kinds)


def _told(view: SecretRecipeView, owner: int, at: int, slot: Slot) -> list[Phrase]:
    """Clues, answers, wrong votes and theories about a slot."""
    lines: list[Phrase] = []
    for clue in view.clues:
        if (clue.owner, clue.slot) != (owner, at):
            continue
        kinds = list(dict.fromkeys(clue.kinds))
        if clue.seat == owner:
            said = _say("line.clue", slot=at, how=clue.how, kinds=kinds)
        else:
            name = "line.answer.yes" if clue.yes else "line.answer.no"
            said = _say(name, seat=clue.seat, slot=at, how=clue.how, kinds=kinds)
        if said not in lines:
            lines.append(said)
    if slot.failed:
        lines.append(_say("line.slot.failed", slot=at, kinds=slot.failed))
    for theory in slot.theories:
        lines.append(_say("line.slot.theory", slot=at, seat=theory.seat, kind=theory.kind))
    return lines


def _likely(at: int, chances_of: list[float]) -> list[Phrase]:
    """The likeliest kinds of a slot, in percent, most first."""
    order = sorted(range(9), key=lambda kind: -chances_of[kind])
    return [
        _say("line.slot.chance", slot=at, kind=kind, percent=round(100 * chances_of[kind]))
        for kind in order[:3]
        if chances_of[kind] >= 0.005
    ]


def _players(view: SecretRecipeView) -> Section:
    lines: list[Phrase] = []
    for seat in range(view.seats):
        lines.append(_say("line.score", seat=seat, n=view.scores[seat]))
        kept = view.kept[seat]
        if kept:
            lines.append(_say("line.tokens.known", seat=seat, tokens=kept))
        elif view.tokens[seat]:
            lines.append(_say("line.tokens", seat=seat, n=view.tokens[seat]))
        if view.tea[seat]:
            lines.append(_say("line.tea", seat=seat, n=view.tea[seat]))
        if view.pair is None:
            lines.append(_say("line.thinks", seat=seat, n=view.thinks[seat]))
        else:
            lines.append(_say("line.prints", seat=seat, n=view.pair.prints[seat]))
            lines.append(_say("line.marker", seat=seat, space=view.pair.marker[seat]))
    lines.append(_say("line.pile", n=view.pile))
    lines.append(_say("line.pile.discards", n=view.token_discards))
    return Section(_say("section.players"), lines)


def _asked(view: SecretRecipeView) -> Section:
    """SR-22, SR-44: tea-break questions, with the answers the viewer has heard."""
    lines: list[Phrase] = []
    for asked in view.asked:
        if asked.kind is None:
            lines.append(_say("line.asked", seat=asked.seat, owner=asked.owner))
            continue
        answer = "yes" if asked.yes else "no"
        if view.pair is None:
            lines.append(_say(f"line.asked.{answer}", seat=asked.seat, owner=asked.owner, kind=asked.kind))
        else:
            lines.append(
                _say(
                    f"line.pact.{answer}",
                    seat=asked.seat,
                    owner=asked.owner,
                    recipe=asked.recipe,
                    kind=asked.kind,
                )
            )
    return Section(_say("section.asked"), lines)


def _ingredients(view: SecretRecipeView) -> Section:
    """Weights and counts of the recipe tiles, and how many the viewer has not seen."""
    lines: list[Phrase] = []
    left = left_over(view) if view.help != "paper" else []
    for kind in range(9):
        known = {"kind": kind, "weight": WEIGHTS[kind], "total": COUNTS[kind]}
        lines.append(_say("line.left", n=left[kind], **known) if left else _say("line.kind", **known))
    title = "section.ingredients.unknown" if left else "section.ingredients"
    return Section(_say(title), lines)


def _bag(view: SecretRecipeView) -> Section:
    lines = [_say("line.bag", n=sum(view.bag))]
    for kind in range(9):
        if view.discards[kind]:
            lines.append(_say("line.discards", kind=kind, n=view.discards[kind]))
    lines.append(_say(f"line.help.{view.help}"))
    return Section(_say("section.bag"), lines)


def _tea_table(view: SecretRecipeView) -> Section:
    """SR-43, SR-44: whose fingerprints are still on the tea break table."""
    lines: list[Phrase] = []
    if view.pair is not None:
        for seat, freed in enumerate(view.pair.freed):
            left = [cell for cell in range(5) if not freed[cell]]
            if left:
                lines.append(_say("line.table", seat=seat, combinations=left))
            else:
                lines.append(_say("line.table.empty", seat=seat))
        if view.pair.pacts:
            lines.append(_say("line.pacts", seat=view.active, n=view.pair.pacts))
    return Section(_say("section.table"), lines)


def _talk(view: SecretRecipeView) -> list[Phrase]:
    """Sealed and open votes."""
    lines: list[Phrase] = []
    if view.own_vote is not None:
        lines.append(_own(view.own_vote))
    sealed = [seat for seat, done in enumerate(view.sealed) if done]
    if sealed:
        lines.append(_say("line.sealed", seats=sealed))
    if view.votes and view.pair is None and view.step == "vote":
        lines.append(_say("line.votes.before"))
    for vote in view.votes:
        lines.append(_vote(vote))
    for owner, slot in view.queue:
        lines.append(_say("line.queue", owner=owner, slot=slot))
    if view.pair is not None and view.pair.initiator is not None:
        lines.append(_say("line.initiator", seat=view.pair.initiator))
        out = [seat for seat, gone in enumerate(view.pair.out) if gone]
        if out:
            lines.append(_say("line.out", seats=out))
    return lines


def _own(move: int) -> Phrase:
    """The viewer's sealed vote or tea-break question."""
    kind, values = MOVES.fields(move)
    phrase = MOVES.phrase(move)
    if kind == "unveil" and values[-1] == NO_CELL:
        return _say("line.own.unveil", **{name: phrase.args[name] for name in ("owner", "slot", "kind")})
    return _say("line.own.collect" if kind == "unveil" else f"line.own.{kind}", **phrase.args)


def _vote(vote: Vote) -> Phrase:
    if vote.owner is None or vote.slot is None or vote.kind is None:
        return _say("line.vote.nothing", seat=vote.seat)
    if vote.think:
        return _say("line.vote.think", seat=vote.seat, owner=vote.owner, slot=vote.slot, kind=vote.kind)
    if vote.cell is None:
        return _say("line.vote.unveil", seat=vote.seat, owner=vote.owner, slot=vote.slot, kind=vote.kind)
    return _say(
        "line.vote.collect",
        seat=vote.seat,
        owner=vote.owner,
        slot=vote.slot,
        kind=vote.kind,
        cell=vote.cell,
    )


# Made for every look at a table; between two turns the pantry stays as it is, and it is the same for all.
@lru_cache(maxsize=1024)
def _previews(*pantry: int) -> tuple[list[list[int]], list[list[int]]]:
    """What each kind of clue would tell of each line, and the cells of each kind. Not to be changed."""
    lines = [[told(how, *(pantry[cell] for cell in cells)) for cells in LINE_CELLS] for how in range(6)]
    return lines, [[cell for cell in range(9) if pantry[cell] == kind] for kind in range(9)]


def hints(view: SecretRecipeView) -> Hints:
    """Previews of clues, marks of what is told, chances for experts (SR-60)."""
    lines, collect = _previews(*view.pantry)
    return Hints(
        lines=lines,
        collect=collect,
        marks=[] if view.help == "paper" else possible(view),
        # SR-60: a notebook is a player's; chances for those who watch would cost most and help nobody play.
        chances=chances(view) if view.help == "expert" and view.seat is not None else [],
    )


# Why not.

# The steps in which a kind of move belongs at all; free moves apart.
_STEPS: Final = {
    "discard": ("turn",),
    "clue": ("turn",),
    "question": ("turn",),
    "nothing": ("vote", "initiate", "counter"),
    "think": ("vote",),
    "unveil": ("vote", "initiate", "counter"),
    "keep": ("keep",),
    "ask": ("tea",),
    "look": ("look",),
    "pact": ("pact",),
    "swap": ("turn", "vote", "initiate", "counter"),
    "erase": ("swap",),
    "content": ("swap",),
}


class _Latest:
    """The legal moves of the view asked about last: boards ask about many moves of one view."""

    found: tuple[SecretRecipeView | None, frozenset[Move]] = (None, frozenset())


def legal_of(view: SecretRecipeView) -> frozenset[Move]:
    """The viewer's legal moves, as the view tells them."""
    latest, moves = _Latest.found
    if latest is not view:
        moves = frozenset(() if view.seat is None else base_of(view).legal(view.seat))
        _Latest.found = view, moves
    return moves


def refuse(view: SecretRecipeView, move: Move) -> Phrase | None:
    """The first reason against this move, or None."""
    waits = not_asked(view)
    if view.step == "over" or view.seat is None:
        return waits
    if move in legal_of(view):
        return None
    kind, values = MOVES.fields(move)
    if kind.startswith("peek"):
        return _no_peek(view, kind)
    if view.step not in _STEPS[kind]:
        return _no(f"when.{kind}")
    if kind == "swap" and not view.tea[view.seat]:
        return _no("swap.none")
    if waits is not None and kind not in ("erase", "content"):
        return _no("sealed") if view.sealed[view.seat] else waits
    if kind == "discard":
        return _no("discard.used")
    if kind == "clue":
        return _no_clue(view, values)
    if kind == "question":
        return _no_question(view, values)
    if kind in ("think", "unveil"):
        return _no_vote(view, kind, values)
    if kind == "keep":
        return _no("keep", token=values[0])
    if kind == "ask":
        return _no("ask.self" if values[0] == view.seat else "seat")
    if kind == "erase":
        laid = view.swap is not None and view.swap.laid[view.seat] >= ERASE_MOVES
        return _no("erase.used" if laid else "erase.same")
    return _no("content")


def _no_peek(view: SecretRecipeView, kind: str) -> Phrase:
    """SR-20, SR-46."""
    if view.step in ("keep", "swap"):
        return _no("when.peek")
    seat = view.seat or 0
    token = TOKEN_PEEK_ONE if kind == "peek1" else TOKEN_PEEK_TWO
    if token not in (view.kept[seat] or []):
        return _no("peek.none", token=token)
    if view.pair is not None and not view.pair.prints[seat]:
        return _no("peek.prints")
    return _no("peek.once" if kind == "peek2once" else "peek.last")


def _no_clue(view: SecretRecipeView, values: tuple[int, ...]) -> Phrase:
    slot, _, spot = values
    own = view.recipes[view.seat or 0]
    if slot >= len(own):
        return _no("slot")
    if view.pair is not None and view.round > CLUE_ROUNDS:
        return _no("clue.questions")
    if all(each.revealed for each in own):
        return _no("clue.revealed_all")
    if own[slot].revealed:
        return _no("clue.revealed", slot=slot)
    if view.pair is not None:
        if any(clue.seat == clue.owner == view.seat and clue.slot == slot for clue in view.clues):
            return _no("clue.again", slot=slot)
        if spot >= SPOTS_PLAIN:
            return _no("spot")
    return _no("clue.false")


def _no_question(view: SecretRecipeView, values: tuple[int, ...]) -> Phrase:
    owner, slot, _, _ = values
    if view.pair is not None and view.round <= CLUE_ROUNDS:
        return _no("question.early")
    if view.pair is None and not all(each.revealed for each in view.recipes[view.seat or 0]):
        return _no("question.hidden")
    wrong = _no_target(view, owner, slot)
    if wrong is not None:
        return wrong
    return _no("spot")


def _no_target(view: SecretRecipeView, owner: int, slot: int) -> Phrase | None:
    if owner >= view.seats:
        return _no("seat")
    if owner == view.seat:
        return _no("own")
    if slot >= len(view.recipes[owner]):
        return _no("slot")
    if view.recipes[owner][slot].revealed:
        return _no("revealed", owner=owner, slot=slot)
    return None


def _no_vote(view: SecretRecipeView, kind: str, values: tuple[int, ...]) -> Phrase:
    wrong = _no_target(view, values[0], values[1])
    if wrong is not None:
        return wrong
    if kind == "unveil":
        return _no("collect", cell=values[3], kind=values[2])
    seat = view.seat or 0
    if not view.thinks[seat]:
        return _no("think.none")
    return _no("think.again", owner=values[0], slot=values[1])
