import { beforeEach, expect, test } from "vitest";

import type { FromTabMessage, Phrase, View } from "../wire";
import { Refusal, UNREACHED } from "./api";
import { Asking } from "./asking";

let sent: FromTabMessage[];
let open: boolean;
let asking: Asking;
const id = (at = -1): string => (sent.at(at) as { id: string }).id;
const view: View = { seat: 0, seats: 1, waiting: [0], scores: [0], places: null };

beforeEach(() => {
  sent = [];
  open = true;
  asking = new Asking({ tell: (message) => open && sent.push(message) > 0 });
});

test("why: moves are named by text or phrase, the answer comes by its id", async () => {
  const phrase: Phrase = { key: "toy.move.cut", args: { row: 2 } };
  const asked = asking.why(7, ["cut a", phrase]);
  const other = asking.why(7, ["cut b"]);
  expect(sent[0]).toEqual({ t: "why", id: id(0), version: 7, moves: ["cut a", phrase] });
  asking.answered({ t: "reasons", id: id(1), version: 7, why: [null] });
  asking.answered({ t: "reasons", id: id(0), version: 7, why: [null, { key: "toy.refuse.row" }] });
  expect(await asked).toEqual([null, { key: "toy.refuse.row" }]);
  expect(await other).toEqual([null]);
});

test("try: what would stand there", async () => {
  const asked = asking.try(7, ["cut a"]);
  expect(sent[0]).toEqual({ t: "try", id: id(), version: 7, moves: ["cut a"] });
  asking.answered({ t: "tried", id: id(), version: 7, view, legal: [], hints: { sum: 4 }, prompt: { key: "p" } });
  expect(await asked).toEqual({ version: 7, view, legal: [], hints: { sum: 4 }, prompt: { key: "p" } });
});

test("a question that is refused says why, and no other refusal is its", async () => {
  const asked = asking.try(7, ["roll"]);
  expect(asking.refused("another", { key: "error.stale" })).toBe(false);
  expect(asking.refused(null, { key: "error.broken" })).toBe(false);
  expect(asking.refused(id(), { key: "error.trial_ends" })).toBe(true);
  await expect(asked).rejects.toMatchObject({ why: { key: "error.trial_ends" } });
  expect(asking.refused(id(), { key: "error.trial_ends" })).toBe(false);
});

test("questions do not outlive their line, nor are they asked without one", async () => {
  const asked = asking.why(7, ["cut a"]);
  const late = id();
  asking.drop();
  await expect(asked).rejects.toEqual(new Refusal(UNREACHED, 0));
  asking.answered({ t: "reasons", id: late, version: 7, why: [null] });
  open = false;
  await expect(asking.why(7, ["cut a"])).rejects.toMatchObject({ why: UNREACHED });
  expect(sent).toHaveLength(1);
});
