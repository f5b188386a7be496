import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Look } from "../wire";
import { type Beat, Beats } from "./beats";

let shown: Beat[];
let upto: number;
let seen: boolean;
let beats: Beats;

// "slow…" takes 100 ms, everything else goes with what comes next.
const pace = (event: { key: string }) => (event.key.startsWith("slow") ? 100 : 0);

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  upto = 0;
  seen = true;
  beats = new Beats(
    (beat) => shown.push(beat),
    (count) => (upto = count),
    () => seen,
  );
});
afterEach(() => vi.useRealTimers());

const look = (version: number, first: number, ...keys: string[]): Look => ({
  version,
  view: { seat: 0, seats: 2, waiting: [0], scores: [0, 0], places: null },
  legal: [{ text: `move${version}`, phrase: { key: "m" } }],
  hints: null,
  prompt: { key: "p" },
  first,
  events: keys.map((key) => ({ key })),
  sections: [],
});
const told = () => shown.map((each) => each.look.events.map((event) => event.key).join(" "));

test("every event has its time, the view comes with the last one, and only then may one move", () => {
  beats.begin(pace);
  beats.add(look(1, 0));
  beats.add(look(2, 0, "slow1", "a", "slow2", "b"));
  expect(told()).toEqual(["", "slow1"]);
  expect(shown[1]).toMatchObject({ behind: true, look: { version: 1, legal: [] } });
  vi.advanceTimersByTime(100);
  expect(told()).toEqual(["", "slow1", "a slow2"]);
  vi.advanceTimersByTime(100);
  expect(told()).toEqual(["", "slow1", "a slow2", "b"]);
  expect(shown[3]).toMatchObject({ behind: false, look: { version: 2, legal: [{ text: "move2" }] } });
});

test("what was shown to its end is said, and nothing before", () => {
  beats.begin(pace);
  beats.add(look(2, 7, "slow1", "slow2"));
  expect(upto).toBe(0);
  vi.advanceTimersByTime(99);
  expect(upto).toBe(0);
  vi.advanceTimersByTime(1);
  expect(upto).toBe(8);
  vi.advanceTimersByTime(100);
  expect(upto).toBe(9);
});

test("nothing is folded or left out, however many wait; many are shown faster", () => {
  beats.begin(pace);
  for (let at = 0; at < 8; at++) beats.add(look(at + 1, at, `slow${at}`));
  vi.advanceTimersByTime(8 * 100 - 100);
  expect(told()).toEqual(["slow0", "slow1", "slow2", "slow3", "slow4", "slow5", "slow6", "slow7"]);
});

test("while nobody looks everything waits", () => {
  beats.begin(pace);
  seen = false;
  beats.add(look(1, 0, "a"));
  beats.add(look(2, 1, "slow"));
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual([]);
  expect(upto).toBe(0);
  seen = true;
  beats.wake();
  expect(told()).toEqual(["a", "slow"]);
});

test("it begins when it is known how long things take, and clear forgets", () => {
  beats.add(look(1, 0, "slow"));
  expect(shown).toEqual([]);
  beats.begin(pace);
  expect(told()).toEqual(["slow"]);
  beats.add(look(2, 1, "b"));
  beats.clear();
  vi.advanceTimersByTime(1_000);
  expect(told()).toEqual(["slow"]);
  expect(upto).toBe(0);
});

test("after a reload the first view is there while what was missed is shown", () => {
  beats.begin(pace);
  beats.add(look(5, 3, "slow1", "slow2"));
  expect(shown[0]).toMatchObject({ behind: true, look: { version: 5, legal: [] } });
});
