"""A view of Secret Recipe in words: prompt, terminal, plain board, screen reader."""

from typing import Final

from potluck.games.secret_recipe.data import CLUE_ROUNDS, LINE_CELLS
from potluck.games.secret_recipe.notebook import chances, possible
from potluck.games.secret_recipe.view import SecretRecipeView, Slot, Vote
from potluck.play.game import Section
from potluck.play.phrase import Arg, Phrase

ID: Final = "secret_recipe"
_ALL: Final = 9


def _say(name: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.{name}", dict(args))


def prompt(view: SecretRecipeView) -> Phrase:
    """What the table waits for and from whom."""
    step = view.step
    if step == "over":
        return _say(
            "prompt.over", winners=[seat for seat, place in enumerate(view.places or []) if place == 1]
        )
    if view.seat in view.waiting:
        return _prompt_you(view)
    if step in ("vote", "tea", "swap"):
        return _say(f"prompt.{step}.other", seats=view.waiting)
    return _say(f"prompt.{step}.other", seat=view.waiting[0])


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
    if step == "vote" and view.thinks[seat]:
        return _say("prompt.vote.you.think", n=view.thinks[seat])
    return _say(f"prompt.{step}.you")


def describe(view: SecretRecipeView) -> list[Section]:
    """Turn, pantry, shelves, a section for each recipe holder, players, talk."""
    sections = [_turn(view), _pantry(view), _shelves(view)]
    sections += _recipes(view)
    sections.append(_players(view))
    if view.pair is not None:
        sections.append(_tea_table(view))
    talk = _talk(view)
    if talk:
        sections.append(Section(_say("section.talk"), talk))
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
    lines.append(_say(f"line.help.{view.help}"))
    return Section(_say("section.turn"), lines)


def _pantry(view: SecretRecipeView) -> Section:
    lines = [
        _say("line.pantry", line=line, kinds=[view.pantry[cell] for cell in LINE_CELLS[line]])
        for line in range(3)
    ]
    turned = [cell for cell in range(9) if view.turned[cell]]
    if turned:
        lines.append(_say("line.turned", cells=turned))
    lines.append(_say("line.bag", n=sum(view.bag)))
    for kind in range(9):
        if view.discards[kind]:
            lines.append(_say("line.discards", kind=kind, n=view.discards[kind]))
    return Section(_say("section.pantry"), lines)


def _shelves(view: SecretRecipeView) -> Section:
    lines: list[Phrase] = []
    for at, shelf in enumerate(view.shelves):
        if shelf.kind is not None:
            lines.append(_say("line.shelf.known", shelf=at, kind=shelf.kind))
        if shelf.seen:
            lines.append(_say("line.shelf.seen", shelf=at, seats=shelf.seen))
    if not lines:
        lines.append(_say("line.shelf.none"))
    return Section(_say("section.shelves"), lines)


def _recipes(view: SecretRecipeView) -> list[Section]:
    masks = [] if view.help == "paper" else possible(view)
    table = chances(view) if view.help == "expert" else []
    sections: list[Section] = []
    for owner, recipe in enumerate(view.recipes):
        lines: list[Phrase] = []
        for at, slot in enumerate(recipe):
            lines += _slot(view, owner, at, slot, masks)
            if table and slot.kind is None:
                lines += _likely(at, table[owner][at])
        for clue in view.clues:
            if clue.owner != owner:
                continue
            if clue.seat == owner:
                lines.append(_say("line.clue", slot=clue.slot, how=clue.how, kinds=clue.kinds))
            else:
                name = "line.answer.yes" if clue.yes else "line.answer.no"
                lines.append(_say(name, seat=clue.seat, slot=clue.slot, how=clue.how, kinds=clue.kinds))
        sections.append(Section(_say("section.recipe", owner=owner), lines))
    if view.imaginary is not None:
        sections.append(Section(_say("section.imaginary"), [_say("line.imaginary", kinds=view.imaginary)]))
    return sections


def _slot(view: SecretRecipeView, owner: int, at: int, slot: Slot, masks: list[list[int]]) -> list[Phrase]:
    lines: list[Phrase] = []
    if slot.revealed and slot.kind is not None:
        lines.append(_say("line.slot.revealed", slot=at, kind=slot.kind))
    elif slot.kind is not None:
        lines.append(_say("line.slot.own", slot=at, kind=slot.kind))
    else:
        lines.append(_say("line.slot.hidden", slot=at))
    if masks and not slot.revealed:
        kinds = [kind for kind in range(9) if masks[owner][at] >> kind & 1]
        if 0 < len(kinds) < _ALL:
            name = "line.slot.told" if owner == view.seat else "line.slot.may"
            lines.append(_say(name, slot=at, kinds=kinds))
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
    return Section(_say("section.players"), lines)


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
    sealed = [seat for seat, done in enumerate(view.sealed) if done]
    if sealed:
        lines.append(_say("line.sealed", seats=sealed))
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
