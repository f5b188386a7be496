import { expect, test } from "vitest";

import type { Event } from "../wire";
import { lines } from "./lines";

const VOCABULARY = { seat: "seat", judge: "seat", winners: "seat", kind: "toy.kind" };
const line = (key: string, args: Event["args"] = {}, reader: number | null = 0) => lines([{ key, args }], ["words"], "toy", VOCABULARY, reader)[0]!;

test("a line is of the seat that its event names first, and of none where it names several at once or none", () => {
  expect(line("toy.event.guess", { judge: 2, seat: 1, kind: 0 }).seat).toBe(2);
  expect(line("toy.event.wrong", { seat: 1, judge: 2 }).seat).toBe(2);
  expect(line("toy.event.over", { winners: [1] }).seat).toBe(1);
  expect(line("toy.event.over", { winners: [0, 2] }).seat).toBeNull();
  expect(line("toy.event.open", { kind: 1 }).seat).toBeNull();
});

test("about the reader is what others do to them, that it is their turn, and that they have won", () => {
  expect(line("toy.event.guess", { judge: 2, seat: 0 }).you).toBe(true);
  expect(line("toy.event.turn", { seat: 0 }).you).toBe(true);
  expect(line("toy.event.over", { winners: [0, 1] }).you).toBe(true);
  expect(line("toy.event.guess", { judge: 0, seat: 2 }).you).toBe(false);
  expect(line("toy.event.guess", { judge: 2, seat: 1 }).you).toBe(false);
  expect(line("toy.event.guess", { judge: 2, seat: 0 }, null).you).toBe(false);
});

test("what begins a turn and what is of the house are kinds of their own", () => {
  expect(line("toy.event.turn", { seat: 1 })).toMatchObject({ kind: "turn", name: "turn" });
  expect(line("toy.event.guess")).toMatchObject({ kind: "game", name: "guess" });
  expect(line("event.renamed", { seat: 1 })).toMatchObject({ kind: "house", name: "renamed", seat: 1 });
});
