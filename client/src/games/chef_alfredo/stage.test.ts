import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { Event } from "../../wire";
import { after, beat, BLANK, ofView, stageOf, type Stage } from "./stage";
import type { ChefAlfredoView } from "./wire";

const e = (name: string, args: Event["args"] = {}): Event => ({ key: `chef_alfredo.event.${name}`, args });
const view = (more: Partial<ChefAlfredoView> = {}): ChefAlfredoView => ({
  seat: 0,
  seats: 3,
  waiting: [0],
  scores: [0, 0, 0],
  places: null,
  step: "roll",
  active: 0,
  neighbour: 1,
  ready: [0, 1, 2],
  die: null,
  look: null,
  pots: null,
  lifted: null,
  chosen: null,
  poured: null,
  hit: null,
  containers: [10, 10, 10, 10],
  supply: 12,
  turns: 1,
  points_to_end: 12,
  round_limit: 200,
  pot_capacity: 10,
  ...more,
});
const play = (...events: Event[]): Stage => events.reduce(after, BLANK);
const POURED = { pot: 2, tile: 3, carrots: 1, tomatoes: 0, beans: 0, garlic: 2 };

test("a throw marks its pot until the turn is over", () => {
  const thrown = play(e("roll", { seat: 0, kind: 1 }), e("chose", { seat: 0, pot: 2 }));
  expect(thrown).toMatchObject({ die: 1, chosen: 2, lifted: true, open: null });
  const closed = after(thrown, e("thrown", { seat: 0, pot: 2, kind: 1, neighbour: 1 }));
  expect(closed).toMatchObject({ die: 1, chosen: 2, lifted: false, open: null });
  expect(after(after(closed, e("trust")), e("turn"))).toMatchObject({ die: 1, chosen: null, said: null });
});

test("a lifted lid shows the tile to its reader until it is closed", () => {
  const open = play(e("chose", { pot: 1 }), e("lift", { pot: 1, tile: 3 }));
  expect(open.open).toEqual({ pot: 1, tile: 3, inside: [] });
  expect(after(open, e("thrown", { pot: 1, kind: 1 })).open).toBeNull();
});

test("what was poured out stays until the next roll, whoever rolls what", () => {
  const poured = play(e("doubt"), e("tile", POURED), e("point"), e("turn"));
  expect(poured).toMatchObject({ open: { pot: 2, tile: 3, inside: [1, 0, 0, 2] }, poured: true });
  expect(after(poured, e("roll", { kind: 0 })).open).toBeNull();
  expect(after(poured, e("chef"))).toMatchObject({ open: null, poured: false, die: 4 });
});

test("swaps, empties and answers are of the moment", () => {
  for (const event of [e("swap", { pot: 0, other: 3 }), e("full", POURED), e("doubt")]) {
    const now = play(event);
    expect([now.swapped, now.emptied, now.said].filter((each) => each !== null)).toHaveLength(1);
    const next = after(now, e("ready"));
    expect([next.swapped, next.emptied, next.said]).toEqual([null, null, null]);
  }
  expect(play(e("swap", { pot: 0, other: 3 })).swapped).toEqual([0, 3]);
});

test("who wins a cooking tile is seen for a moment, before the table goes on, at every speed", () => {
  const won = { point: { by: 2, over: null }, caught: { by: 1, over: 2 }, proved: { by: 2, over: 1 } };
  for (const [name, who] of Object.entries(won)) {
    const told = e(name, { seat: 2, neighbour: 1 });
    expect(play(told).won).toEqual(who);
    expect(after(play(told), e("turn")).won).toBeNull();
    for (const speed of [0, 0.5, 1]) {
      const { seen, holds, reads } = beat(told, { seat: 0, speed });
      expect([seen >= 600, holds, reads]).toEqual([true, true, true]);
    }
  }
});

test("behind, events go on from the view before; at the end the view alone counts, with what is of the moment", () => {
  const moment = (at: ChefAlfredoView, events: Event[], behind: boolean, blank = false) => stageOf({ look: { view: at }, events, behind, blank });
  const before = view({ die: 2, step: "answer", chosen: 3 });
  expect(moment(before, [e("roll", { kind: 0 })], true)).toMatchObject({ die: 0, chosen: 3 });
  expect(moment(before, [e("roll", { kind: 0 })], true, true)).toMatchObject({ die: 0, chosen: null });
  const end = moment(before, [e("roll", { kind: 0 }), e("full", POURED)], false);
  expect(end).toMatchObject({ die: 2, chosen: 3, emptied: { pot: 2 } });
  expect(moment(before, [], false)).toEqual(ofView(before));
});

test("a swap can be followed at every speed, most of all without motion", () => {
  const seen = (event: Event, speed: number) => beat(event, { seat: 0, speed }).seen;
  const swap = e("swap", { pot: 0, other: 1 });
  expect(seen(swap, 1)).toBeGreaterThanOrEqual(1_500);
  expect(seen(swap, 0)).toBeGreaterThan(seen(swap, 1));
  expect(seen(e("tile", POURED), 0)).toBeGreaterThan(0);
  expect(seen(e("turn"), 1)).toBe(0);
});

test("what others do waits for the eye to find them and stays to be read; the reader's own does not wait", () => {
  const acts = { roll: { seat: 2 }, chef: { seat: 2 }, swap: { seat: 2 }, chose: { seat: 2 }, thrown: { seat: 2, neighbour: 0 }, trust: { neighbour: 2, seat: 0 }, doubt: { neighbour: 2, seat: 0 } };
  for (const [name, args] of Object.entries(acts)) {
    const told = e(name, args);
    expect([beat(told, { seat: 0, speed: 1 }).before, beat(told, { seat: 2, speed: 1 }).before, beat(told, { seat: null, speed: 0.5 }).before, beat(told, { seat: 0, speed: 0 }).before]).toEqual([400, 0, 200, 0]);
    expect(beat(told, { seat: 0, speed: 1 }).seen).toBeGreaterThanOrEqual(800);
  }
  for (const name of ["thrown", "trust", "doubt"]) expect(beat(e(name, { seat: 2, neighbour: 1 }), { seat: 0, speed: 1 }).seen).toBeGreaterThanOrEqual(1_200);
});

// Steps of real games, written by tests/games/test_told.py: what lies between two views follows from the events.
interface Told {
  before: ChefAlfredoView;
  events: Event[];
  after: ChefAlfredoView;
}
const TOLD = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../tests/games/chef_alfredo/told.json"), "utf8")) as Told[];

test.each(TOLD)("the events lead to the view they came with ($events.0.key $events.1.key)", ({ before, events, after: next }) => {
  const last = stageOf({ look: { view: before }, events: [...events, e("ready")], behind: true, blank: false });
  const { open } = ofView(next); // what else is in a lifted pot comes with the view
  expect(last).toEqual({ ...ofView(next), open: open && { ...open, inside: next.lifted ? [] : open.inside } });
});
