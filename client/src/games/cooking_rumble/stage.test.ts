import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import type { Event } from "../../wire";
import { after, beat, draw, type Drawn, ofView } from "./stage";
import type { CookingRumbleView, Row } from "./wire";

const row = (pans: number, need = [0, 1, 2]): Row => ({ need, pans, wilds: [], next: need[pans] ?? null });

function view(change: Partial<CookingRumbleView> = {}): CookingRumbleView {
  return {
    seat: 0,
    seats: 2,
    waiting: [0],
    scores: [0, 2],
    places: null,
    step: "turn",
    active: 0,
    judge: 1,
    tiles: [{ id: 4, points: 2, rows: [row(2), row(1)] }, { id: 5, points: 2, rows: [row(0), row(0)] }, null],
    deck: 8,
    taken: [[], [{ id: 7, points: 2 }]],
    tokens: [
      [true, true],
      [true, false],
    ],
    card_down: false,
    card: null,
    card_of: null,
    guess: null,
    shown: null,
    right: null,
    pans_left: 16,
    expert: false,
    illegal_cards: false,
    must_place: false,
    ...change,
  };
}

const event = (name: string, args: Record<string, number> = {}) => ({ key: `cooking_rumble.event.${name}`, args });

const tell = (drawn: Drawn, next: CookingRumbleView | null, ...events: ReturnType<typeof event>[]) => events.reduce((at, each) => after(at, each, next), drawn);

describe("an event", () => {
  it("lays a token from the hand where it says", () => {
    const laid = tell(ofView(view()), null, event("wild", { seat: 0, place: 1, at: 2, token: 0, kind: 3 }));
    expect(laid.tiles[1]?.rows[0]?.wilds).toEqual([{ at: 2, token: 0, shows: 3 }]);
    expect(laid.tokens).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it("puts the card down, hears the guess, turns the card over, and leaves it there when the turn is over", () => {
    const down = tell(ofView(view({ guess: 1, shown: 1, right: true, card_of: 1 })), null, event("card", { seat: 0 }));
    expect(down).toMatchObject({ card_of: 0, card_down: true, guess: null, shown: null, right: null, fresh: true });
    const said = tell(down, null, event("guess", { judge: 1, seat: 0, kind: 2 }));
    expect(said).toMatchObject({ card_down: true, guess: 2, shown: null });
    const wrong = tell(said, null, event("wrong", { seat: 0, judge: 1, kind: 3 }));
    expect(wrong).toMatchObject({ card_of: 0, card_down: false, shown: 3, right: false, fresh: true });
    for (const name of ["right", "illegal"]) expect(tell(said, null, event(name, { seat: 0, judge: 1, kind: 3 })).right).toBe(true);
    expect(tell(wrong, null, event("turn", { seat: 1 }))).toMatchObject({ card_of: 0, shown: 3, fresh: false });
  });

  it("puts a pan on its symbol, gives a tile away with all on it, opens another bare", () => {
    const fresh = { id: 9, points: 3, rows: [row(2), row(0)] };
    const next = view({ tiles: [fresh, view().tiles[1]!, null] });
    const pan = tell(ofView(view()), next, event("pan", { seat: 0, place: 0, tile: 4, at: 2 }));
    expect([pan.tiles[0]?.rows[0]?.pans, pan.pans_left]).toEqual([3, 15]);
    const taken = tell(pan, next, event("take", { seat: 0, place: 0, tile: 4, points: 2 }));
    expect([taken.tiles[0], taken.taken[0], taken.scores]).toEqual([null, [{ id: 4, points: 2 }], [2, 2]]);
    const open = tell(taken, next, event("open", { place: 0, tile: 9 }));
    expect(open.tiles[0]?.rows[0]).toEqual({ need: [0, 1, 2], pans: 0, wilds: [], next: null });
    expect(tell(taken, null, event("open", { place: 0, tile: 9 })).tiles[0]).toBeNull();
  });

  it("moves a pan between plates, from symbol to symbol", () => {
    const moved = tell(ofView(view()), null, event("move", { judge: 0, seat: 1, place: 0, at: 0, to: 1, to_at: 1 }));
    expect([moved.tiles[0]?.rows[1]?.pans, moved.tiles[1]?.rows[1]?.pans]).toEqual([0, 2]);
  });

  it("brings the tokens home and hands the standee on", () => {
    const laid = ofView(view({ tiles: [{ id: 4, points: 2, rows: [{ ...row(0), wilds: [{ at: 0, token: 0, shows: 2 }] }, row(0)] }, null, null] }));
    const home = tell(laid, null, event("tokens"), event("standee", { seat: 0 }));
    expect([home.tokens.flat(), home.tiles[0]?.rows[0]?.wilds, home.judge]).toEqual([[true, true, true, true], [], 0]);
  });

  it("that is not seen on the table changes nothing", () => {
    const here = ofView(view());
    expect(tell(here, null, event("empty", { place: 2 }))).toBe(here);
  });
});

describe("a moment", () => {
  const here = view();
  const at = { look: { view: here }, next: here, events: [event("guess", { judge: 1, seat: 0, kind: 2 })] };

  it("moves on from the view by events while it is behind, and is the view once that is reached", () => {
    expect(draw({ ...at, behind: true }).guess).toBe(2);
    expect(draw({ ...at, behind: false })).toEqual(ofView(here));
  });

  it("says whether the card on the table is this turn's", () => {
    expect(["turn", "guess", "pan", "judge", "over"].map((step) => ofView(view({ step: step as "turn" })).fresh)).toEqual([false, true, true, true, false]);
  });
});

describe("beat", () => {
  it("gives the eye time to find who else acts, and holds the view back until it has seen what was done", () => {
    const guess = event("guess", { judge: 1, seat: 0, kind: 0 });
    expect(beat(guess, { seat: 0, speed: 1 })).toMatchObject({ before: 400, holds: true });
    expect(beat(guess, { seat: 1, speed: 1 }).before).toBe(0);
    expect(beat(guess, { seat: null, speed: 2 })).toMatchObject({ before: 800, seen: 1_000 });
    expect(beat(event("take", { seat: 1 }), { seat: 0, speed: 1 }).before).toBe(0); // nobody's doing
    expect(beat(event("turn", { seat: 1 }), { seat: 0, speed: 1 }).seen).toBe(0);
  });
});

// Steps of real games, written by tests/games/test_told.py: what lies between two views follows from the events.
interface Told {
  before: CookingRumbleView;
  events: Event[];
  after: CookingRumbleView;
}
const TOLD = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../tests/games/cooking_rumble/told.json"), "utf8")) as Told[];

/** What is drawn as pieces, and the points that the strip counts; what is asked for and whom the table waits for are the view's. */
function pieces({ scores, tiles, taken, tokens, card_down, card_of, guess, shown, right, judge, fresh }: Drawn) {
  const rows = tiles.map((tile) => tile && { ...tile, rows: tile.rows.map(({ next: _, ...lies }) => lies) });
  return { scores, tiles: rows, taken: taken.map((own) => own.map((tile) => tile.id).sort((one, other) => one - other)), tokens, card_down, card_of, guess, shown, right, judge, fresh };
}

it.each(TOLD)("the events lead to the view they came with ($events.0.key $events.1.key $events.2.key)", ({ before, events, after: next }) => {
  expect(pieces(draw({ look: { view: before }, events, behind: true, next }))).toEqual(pieces(ofView(next)));
});
