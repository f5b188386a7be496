import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Look } from "../wire";
import { PAUSE, Sequence } from "./sequence";

let shown: Look[];
let speed: number;
let sequence: Sequence;

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000 });
  shown = [];
  speed = 1;
  sequence = new Sequence((look) => shown.push(look), () => speed);
});
afterEach(() => vi.useRealTimers());

const look = (version: number, events = 1): Look => ({
  version,
  view: { seat: 0, seats: 2, waiting: [], scores: [0, 0], places: null },
  legal: [],
  hints: null,
  prompt: { key: "p" },
  first: version,
  events: Array.from({ length: events }, (_, i) => ({ key: `e${version}.${i}` })),
  sections: [],
});
const versions = () => shown.map((each) => each.version);

test("the first look is shown at once, the next after the pause", () => {
  sequence.add(look(1), false);
  sequence.add(look(2), false);
  expect(versions()).toEqual([1]);
  expect(sequence.waiting).toBe(true);
  vi.advanceTimersByTime(PAUSE);
  expect(versions()).toEqual([1, 2]);
  expect(sequence.waiting).toBe(false);
});

test("a look in which nothing happened needs no pause after it", () => {
  sequence.add(look(1, 0), false);
  sequence.add(look(2), false);
  expect(versions()).toEqual([1, 2]);
});

test("the reader's own move shows everything at once, in one look, with every event in order", () => {
  sequence.add(look(1), false);
  sequence.add(look(2), false);
  sequence.add(look(3), true);
  expect(versions()).toEqual([1, 3]);
  expect(shown[1]!.events.map((e) => e.key)).toEqual(["e2.0", "e3.0"]);
  expect(shown[1]!.first).toBe(2);
});

test("a long queue is folded; no event is lost", () => {
  for (let i = 1; i <= 20; i++) sequence.add(look(i), false);
  vi.advanceTimersByTime(20 * PAUSE);
  expect(versions().length).toBeLessThanOrEqual(6);
  expect(versions().at(-1)).toBe(20);
  expect(shown.flatMap((each) => each.events)).toHaveLength(20);
});

test("without motion nothing waits", () => {
  speed = 0;
  sequence.add(look(1), false);
  sequence.add(look(2), false);
  expect(versions()).toEqual([1, 2]);
});

test("clear forgets", () => {
  sequence.add(look(1), false);
  sequence.add(look(2), false);
  sequence.clear();
  vi.advanceTimersByTime(PAUSE);
  expect(versions()).toEqual([1]);
});
