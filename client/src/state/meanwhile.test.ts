import { expect, test } from "vitest";

import { event } from "./fakes";
import { botTurns, missedOf, MOST, turnsOf } from "./meanwhile";

const turn = (seat: number) => event("toy.event.turn", { seat });
const did = (seat: number) => event("toy.event.card", { seat });
const keys = (missed: ReturnType<typeof missedOf>) => missed.map((each) => each.event.key.split(".")[2]);

test("what was missed begins where the person was last told something", () => {
  const events = [turn(0), did(0), turn(1), did(1)];
  expect(keys(missedOf([], 10, events, 12, null))).toEqual(["turn", "card"]);
  expect(keys(missedOf([], 10, events, 14, null))).toEqual([]);
  expect(missedOf([], 10, events, 0, null)).toHaveLength(4);
});

test("what is told once has no part in it, neither before nor after it was shown", () => {
  const events = [turn(0), null, { ...did(0), once: true }, did(1)];
  expect(keys(missedOf([], 0, events, 0, null))).toEqual(["turn", "card"]);
});

test("very much of it is told from its end on", () => {
  expect(missedOf([], 0, Array.from({ length: MOST + 5 }, () => did(0)), 0, null)).toHaveLength(MOST);
});

test("it is folded by turn, and says what a bot did for the reader", () => {
  const missed = missedOf([], 0, [did(1), turn(0), did(0), turn(1), did(1), turn(0), did(0), did(0)], 0, 5);
  const turns = turnsOf(missed, "toy");
  expect(turns.map((each) => [each.seat, each.missed.length])).toEqual([
    [null, 1],
    [0, 2],
    [1, 2],
    [0, 3],
  ]);
  expect(turns.map((each) => each.missed.some((one) => one.bot))).toEqual([false, false, false, true]);
  expect([botTurns(turns, 0), botTurns(turns, 1), botTurns(turns, null)]).toEqual([1, 0, 0]);
});

test("a game that says nothing of turns is one list", () => {
  const turns = turnsOf(missedOf([], 0, [event("other.event.turn", { seat: 0 }), did(1)], 0, null), "toy");
  expect(turns).toHaveLength(1);
  expect(turns[0]?.seat).toBeNull();
});
