"""Secret Recipe as its viewers may know it: the structs, the view of a state, the state of a view.

Secret are: hidden recipe tiles (their owner knows them), shelf tiles (who has peeked knows them),
sealed votes and questions, kept point tokens and what was taken and thrown away with them, and tea-break
questions of three and four players (the two concerned know them). What was public once stays in the view, so
nobody has to remember anything.
"""

from msgspec import Struct

from potluck.games.secret_recipe.board import SLOTS, offers_of
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.table import (
    CASE_NONE,
    CASES,
    HELPS,
    NO_CELL,
    NOTHING,
    RESUME_RESOLVE,
    RESUMES,
    STEP_COUNTER,
    STEP_INITIATE,
    STEP_KEEP,
    STEP_OVER,
    STEP_SWAP,
    STEPS,
    THINK,
    UNVEIL,
    Case,
    Help,
    Resume,
    Step,
    seat_slot,
    target_of,
)
from potluck.play.game import View
from potluck.play.moves import Move
from potluck.play.reading import number_of
from potluck.play.seats import Seat


class Theory(Struct, frozen=True):
    """A think marker beside a slot."""

    seat: int
    kind: int


class Slot(Struct, frozen=True):
    """One recipe tile."""

    kind: int | None  # as the viewer knows it
    revealed: bool
    theories: list[Theory]
    failed: list[int]  # kinds that wrong unveil votes have ruled out


class Shelf(Struct, frozen=True):
    """One recipe shelf and the fingerprints on its tile."""

    kind: int | None  # for who has peeked
    seen: list[int]


class Clue(Struct, frozen=True):
    """A clue (owner is the seat itself) or a question and its answer, in the order given."""

    seat: int
    owner: int
    slot: int
    how: int
    spot: int
    kinds: list[int]  # of the line, then
    yes: bool


class Asked(Struct, frozen=True):
    """A tea-break question. `recipe` counts the owner's recipes; kind and answer for who knows them."""

    seat: int
    owner: int
    recipe: int
    kind: int | None
    yes: bool | None


class Vote(Struct, frozen=True):
    """A vote; without owner it is for nothing. `cell`: the pantry tile to collect."""

    seat: int
    think: bool
    owner: int | None
    slot: int | None
    kind: int | None
    cell: int | None


class TokenStep(Struct, frozen=True):
    """A step of the point tokens' story: tokens taken, one of them kept; or a kept one shown (`used`)."""

    seat: int
    used: int | None  # the token shown; None: tokens were taken
    count: int  # tokens taken
    taken: list[int] | None  # in the order taken, for who took them
    kept: int | None  # for who took them, once chosen
    chosen: bool  # False while the seat is choosing


class Swap(Struct, frozen=True):
    """A pantry swap being settled."""

    seat: int  # who bought it
    during: Step
    lines: list[int | None]  # erase markers by seat
    laid: list[int]  # times laid or moved
    content: list[bool]


class Pair(Struct, frozen=True):
    """What only two players have (part B)."""

    freed: list[list[bool]]  # by seat and cell of the tea break table: fingerprint used
    took: list[list[bool]]  # by seat and line of the table: token taken
    pacts: int  # tea-break questions still owed
    prints: list[int]  # fingerprints left for point-token peeks
    marker: list[int]  # on the token track
    initiator: int | None  # during the discussion
    out: list[bool]
    case: Case | None


class SecretRecipeView(View, frozen=True, kw_only=True):
    """Exactly what one viewer may know."""

    step: Step
    round: int
    turn: int  # turns finished
    first: int
    active: int
    discarded: bool  # Action 1 is used up
    last_turns: int | None  # turns left once the end is near
    pantry: list[int]
    turned: list[bool]
    bag: list[int]  # by kind: pantry tiles in the bag, as everybody can count
    discards: list[int]  # by kind
    recipes: list[list[Slot]]  # by seat
    imaginary: list[int] | None  # the open fourth recipe of three players
    shelves: list[Shelf]
    clues: list[Clue]
    failed: list[list[int]]  # [owner, slot, kind] of wrong unveil votes, oldest first
    thinks: list[int]  # think markers left
    crossed: list[bool]  # whose hat has been at six
    tea: list[int]  # tea break tokens held
    due: int  # tea breaks due
    asked: list[Asked]
    sealed: list[bool]
    own_vote: int | None  # the viewer's sealed move
    votes: list[Vote]  # the latest that were opened; two players: each one's latest of the discussion
    queue: list[list[int]]  # [owner, slot] still to be resolved
    tokens: list[int]  # unused point tokens by seat
    kept: list[list[int] | None]  # which ones, where the viewer knows
    pile: int
    token_discards: int
    token_steps: list[TokenStep]
    hand: list[int]  # to choose from, for the chooser
    chooser: int | None
    resume: Resume | None
    swap: Swap | None
    pair: Pair | None
    round_limit: int
    help: Help


class Hints(Struct, frozen=True):
    """Previews for boards, from the view alone."""

    lines: list[list[int]]  # by clue type-and-marker, then line: the kinds a clue there leaves, as a mask
    collect: list[list[int]]  # by kind: its cells in the pantry
    marks: list[list[int]]  # by seat and slot: the kinds not crossed out, as a mask; empty for help "paper"
    chances: list[list[list[float]]]  # by seat, slot and kind, for seats with help "expert"; else empty


def _known(number: int) -> int | None:
    return None if number < 0 else number


def _bits(mask: int, size: int) -> list[bool]:
    return [bool(mask >> at & 1) for at in range(size)]


def _members(mask: int, size: int) -> list[int]:
    return [at for at in range(size) if mask >> at & 1]


def view_of(state: State, viewer: Seat | None) -> SecretRecipeView:
    """What this viewer may know."""
    seats = range(state.seats)
    over = state.step == STEP_OVER
    scores = [state.score[seat] + (state.token_points(seat) if over else 0) for seat in seats]
    keeping = state.step == STEP_KEEP
    return SecretRecipeView(
        seat=viewer,
        seats=state.seats,
        waiting=_members(state.deciders(), state.seats),
        scores=scores,
        places=state.result(),
        step=STEPS[state.step],
        round=state.round() if not over else (state.turn - 1) // state.seats + 1,
        turn=state.turn,
        first=state.first,
        active=state.active,
        discarded=state.discarded,
        last_turns=_known(state.last),
        pantry=state.pantry[:],
        turned=_bits(state.turned, 9),
        bag=state.bag[:],
        discards=state.discards[:],
        recipes=[_recipe(state, seat, viewer) for seat in seats],
        imaginary=state.tiles[12:] if state.seats == 3 else None,
        shelves=[
            Shelf(
                kind=state.shelf[at] if viewer is not None and state.seen[at] >> viewer & 1 else None,
                seen=_members(state.seen[at], state.seats),
            )
            for at in range(9)
        ],
        clues=[
            Clue(clue[0], clue[1], clue[2], clue[3], clue[4], list(clue[5:8]), bool(clue[8]))
            for clue in state.clues
        ],
        failed=[[number // state.per, number % state.per, kind] for number, kind in state.failed],
        thinks=state.thinks[:],
        crossed=_bits(state.tea_got, state.seats),
        tea=state.tea[:],
        due=state.due,
        asked=[_asked(state, each, viewer) for each in state.teas],
        sealed=[move >= 0 for move in state.held],
        own_vote=None if viewer is None else _known(state.held[viewer]),
        votes=[_vote(seat, move) for seat, move in enumerate(state.shown) if move >= 0],
        queue=[[number // state.per, number % state.per] for number in state.queue],
        tokens=[state.tokens_kept(seat) for seat in seats],
        kept=[_kept(state, seat) if over or seat == viewer else None for seat in seats],
        pile=sum(state.pile),
        token_discards=sum(state.token_discards),
        token_steps=[_token_step(step, viewer) for step in state.log],
        hand=state.hand[:] if viewer is not None and viewer == state.chooser else [],
        chooser=_known(state.chooser),
        resume=RESUMES[state.resume] if keeping else None,
        swap=_swap(state),
        pair=_pair(state) if state.per == 8 else None,
        round_limit=state.limit,
        help=HELPS[state.help],
    )


def _recipe(state: State, seat: Seat, viewer: Seat | None) -> list[Slot]:
    slots: list[Slot] = []
    for slot in range(state.per):
        number = seat * state.per + slot
        revealed = bool(state.revealed >> number & 1)
        slots.append(
            Slot(
                kind=state.tiles[number] if revealed or seat == viewer else None,
                revealed=revealed,
                theories=[
                    Theory(other, state.theories[number * 4 + other])
                    for other in range(state.seats)
                    if state.theories[number * 4 + other] >= 0
                ],
                failed=[kind for failed, kind in state.failed if failed == number],
            )
        )
    return slots


def _asked(state: State, asked: tuple[int, int, int, int], viewer: Seat | None) -> Asked:
    seat, recipe, kind, yes = asked
    owner = recipe * 4 // state.per
    # SR-22: between the two; SR-44: said out loud.
    knows = state.per == 8 or viewer in (seat, owner)
    return Asked(
        seat=seat,
        owner=owner,
        recipe=recipe - owner * state.per // 4,
        kind=kind if knows else None,
        yes=bool(yes) if knows else None,
    )


def _vote(seat: Seat, move: Move) -> Vote:
    if move >= UNVEIL:
        row = move - UNVEIL
        owner, slot = seat_slot(row // 90)
        cell = row % 10
        return Vote(seat, False, owner, slot, row // 10 % 9, None if cell == NO_CELL else cell)
    if move >= THINK:
        owner, slot = seat_slot((move - THINK) // 9)
        return Vote(seat, True, owner, slot, (move - THINK) % 9, None)
    return Vote(seat, False, None, None, None, None)


def move_of(vote: Vote) -> Move:
    """The move of an open vote."""
    if vote.owner is None or vote.slot is None or vote.kind is None:
        return NOTHING
    target = target_of(vote.owner, vote.slot)
    if vote.think:
        return THINK + target * 9 + vote.kind
    return UNVEIL + target * 90 + vote.kind * 10 + (NO_CELL if vote.cell is None else vote.cell)


def _kept(state: State, seat: Seat) -> list[int]:
    return [token for token in range(5) for _ in range(state.kept[seat * 5 + token])]


def _token_step(step: tuple[int, ...], viewer: Seat | None) -> TokenStep:
    if len(step) == 2:
        return TokenStep(step[0], step[1], 0, None, None, True)
    own = step[0] == viewer
    return TokenStep(
        seat=step[0],
        used=None,
        count=len(step) - 2,
        taken=list(step[2:]) if own else None,
        kept=_known(step[1]) if own else None,
        chosen=step[1] >= 0,
    )


def _swap(state: State) -> Swap | None:
    if state.step != STEP_SWAP:
        return None
    return Swap(
        seat=state.swapper,
        during=STEPS[state.swap_from],
        lines=[_known(line) for line in state.lines],
        laid=state.laid[:],
        content=_bits(state.content, state.seats),
    )


def _pair(state: State) -> Pair:
    talking = state.step in (STEP_INITIATE, STEP_COUNTER) or (
        state.step == STEP_KEEP
        or (state.step == STEP_SWAP and state.swap_from in (STEP_INITIATE, STEP_COUNTER))
    )
    return Pair(
        freed=[_bits(mask, 5) for mask in state.freed],
        took=[_bits(mask, 4) for mask in state.took],
        pacts=state.asks_left,
        prints=state.prints[:],
        marker=state.marker[:],
        initiator=state.initiator if talking else None,
        out=_bits(state.out, 2),
        case=CASES.get(state.case),
    )


def base_of(view: SecretRecipeView) -> State:
    """The state of a view as far as it is known: -1 for other tiles, no point tokens of others.

    Enough for `legal` of the viewer, and what deals are filled into.
    """
    state = State(view.seats, view.round_limit, number_of(HELPS, view.help))
    per = state.per
    state.step = number_of(STEPS, view.step)
    state.first = view.first
    state.active = view.active
    state.turn = view.turn
    state.discarded = view.discarded
    state.last = -1 if view.last_turns is None else view.last_turns
    state.pantry = view.pantry[:]
    state.bag = view.bag[:]
    state.discards = view.discards[:]
    state.turned = _mask(view.turned)
    state.offers = offers_of(state.pantry)
    state.tiles = [-1] * SLOTS
    for seat, recipe in enumerate(view.recipes):
        for at, slot in enumerate(recipe):
            number = seat * per + at
            state.tiles[number] = -1 if slot.kind is None else slot.kind
            state.revealed |= slot.revealed << number
            for theory in slot.theories:
                state.theories[number * 4 + theory.seat] = theory.kind
    if view.imaginary is not None:
        state.tiles[12:] = view.imaginary
        state.revealed |= 15 << 12
    state.shelf = [-1 if shelf.kind is None else shelf.kind for shelf in view.shelves]
    state.seen = [sum(1 << seat for seat in shelf.seen) for shelf in view.shelves]
    state.clues = [
        (clue.seat, clue.owner, clue.slot, clue.how, clue.spot, *clue.kinds, int(clue.yes))
        for clue in view.clues
    ]
    state.failed = [(owner * per + slot, kind) for owner, slot, kind in view.failed]
    state.thinks = view.thinks[:]
    over = view.places is not None
    state.score = view.scores[:]
    state.tea_got = _mask(view.crossed)
    state.tea = view.tea[:]
    state.due = view.due
    for seat, sealed in enumerate(view.sealed):
        if sealed:
            # Another's sealed move stands for "sealed"; deals.py puts a real one in.
            own = seat == view.seat and view.own_vote is not None
            state.held[seat] = view.own_vote if own and view.own_vote is not None else NOTHING
    if view.votes:
        state.shown = [-1] * view.seats
        for vote in view.votes:
            state.shown[vote.seat] = move_of(vote)
    state.queue = [owner * per + slot for owner, slot in view.queue]
    for asked in view.asked:
        quarter = asked.owner * per // 4 + asked.recipe
        state.teas.append(
            (asked.seat, quarter, -1 if asked.kind is None else asked.kind, int(bool(asked.yes)))
        )
    for seat, kept in enumerate(view.kept):
        for token in kept or []:
            state.kept[seat * 5 + token] += 1
    state.hand = view.hand[:]
    state.chooser = -1 if view.chooser is None else view.chooser
    state.resume = RESUME_RESOLVE if view.resume is None else number_of(RESUMES, view.resume)
    if view.swap is not None:
        state.swapper = view.swap.seat
        state.swap_from = number_of(STEPS, view.swap.during)
        state.lines = [-1 if line is None else line for line in view.swap.lines]
        state.laid = view.swap.laid[:]
        state.content = _mask(view.swap.content)
    if view.pair is not None:
        pair = view.pair
        state.freed = [_mask(cells) for cells in pair.freed]
        state.took = [_mask(lines) for lines in pair.took]
        state.asks_left = pair.pacts
        state.prints = pair.prints[:]
        state.marker = pair.marker[:]
        state.initiator = 0 if pair.initiator is None else pair.initiator
        state.out = _mask(pair.out)
        state.case = CASE_NONE if pair.case is None else number_of(CASES, pair.case)
    if over:
        state.score = [view.scores[seat] - state.token_points(seat) for seat in range(view.seats)]
    return state


def _mask(flags: list[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)
