import { describe, expect, it } from "vitest";

import { beat, cardOf, stageOf, step } from "./stage";
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

describe("step", () => {
  it("lays a token from the hand on the next symbol", () => {
    const after = step(view(), event("wild", { seat: 0, kind: 3, place: 1 }), view());
    expect(after.tiles[1]?.rows[0]?.wilds).toEqual([{ at: 0, token: 1, shows: 3 }]);
    expect(after.tokens).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  it("puts the card down, hears the guess, turns the card over", () => {
    const last = view();
    const down = step(view({ guess: 1, shown: 1, right: true }), event("card", { seat: 0 }), last);
    expect([down.card_down, down.guess, down.shown, cardOf(down)]).toEqual([true, null, null, 0]);
    const said = step(down, event("guess", { judge: 1, kind: 2 }), last);
    expect([said.guess, said.shown]).toEqual([2, null]);
    const wrong = step(said, event("wrong", { judge: 1, seat: 0, kind: 3 }), last);
    expect([wrong.shown, wrong.right, wrong.step, cardOf(wrong)]).toEqual([3, false, "pan", 0]);
    expect([down.waiting, wrong.waiting]).toEqual([[1], [0]]);
    expect(step(said, event("illegal", { seat: 0, kind: 3 }), last).right).toBe(true);
  });

  it("adds a pan, gives the finished tile away once, opens the new one", () => {
    const fresh = { id: 9, points: 3, rows: [row(0), row(0)] };
    const last = view({ tiles: [fresh, view().tiles[1]!, null] });
    const pan = step(view(), event("pan", { seat: 0, place: 0, tile: 4 }), last);
    expect([pan.tiles[0]?.rows[0]?.pans, pan.pans_left]).toEqual([3, 15]);
    const taken = step(pan, event("take", { seat: 0, tile: 4, points: 2 }), last);
    expect([taken.tiles[0], taken.scores, taken.taken[0]]).toEqual([null, [2, 2], [{ id: 4, points: 2 }]]);
    expect(step(taken, event("open", { tile: 9, place: 0 }), last).tiles[0]).toEqual(fresh);
  });

  it("moves a rival's pan between plates", () => {
    const after = step(view(), event("move", { judge: 0, seat: 1, place: 0, to: 1 }), view());
    expect([after.tiles[0]?.rows[1]?.pans, after.tiles[1]?.rows[1]?.pans]).toEqual([0, 1]);
  });

  it("leaves the view alone for what is not seen on the table", () => {
    const before = view();
    expect(step(before, event("over", {}), before)).toBe(before);
    expect(step(before, { key: "other.event.pan", args: {} }, before)).toBe(before);
  });
});

describe("cardOf", () => {
  it("finds whose card was shown after play has passed to the left", () => {
    expect(cardOf(view({ seats: 3, active: 0, step: "turn", shown: 2 }))).toBe(2);
    expect(cardOf(view({ active: 1, step: "judge", shown: 2 }))).toBe(1);
    expect(cardOf(view())).toBeNull();
  });
});

describe("beat", () => {
  it("gives the eye time to find who else acts, and holds the view back until it has seen what was done", () => {
    const guess = event("guess", { judge: 1, kind: 0 });
    expect(beat(guess, { seat: 0, speed: 1 })).toMatchObject({ before: 400, holds: true });
    expect(beat(guess, { seat: 1, speed: 1 }).before).toBe(0);
    expect(beat(guess, { seat: null, speed: 2 })).toMatchObject({ before: 800, seen: 1_000 });
    expect(beat(event("take", { seat: 1 }), { seat: 0, speed: 1 }).before).toBe(0); // nobody's doing
    expect(beat(event("turn", { seat: 1 }), { seat: 0, speed: 1 }).seen).toBe(0);
  });
});

describe("stageOf", () => {
  it("moves on from the view by events while it is behind, and is the view once that is reached", () => {
    const here = view();
    const at = { look: { view: here }, next: here, events: [event("guess", { judge: 1, kind: 2 })] };
    expect(stageOf({ ...at, behind: true }).guess).toBe(2);
    expect(stageOf({ ...at, behind: false })).toBe(here);
  });
});
