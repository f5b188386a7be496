import { expect, test } from "vitest";

import { beat } from "./plain";

const event = (name: string, args = {}) => ({ key: `secret_recipe.event.${name}`, args });

test("what is said of a vote has to be read, without motion, too", () => {
  for (const name of ["revealed", "right", "wrong", "theory", "yes", "no", "asked_yes", "asked_no", "pact_no", "saw", "last"])
    for (const speed of [0, 0.5, 1.8]) {
      const { seen, holds, reads } = beat(event(name), { seat: 0, speed });
      expect([name, seen >= 1_000, holds, reads]).toEqual([name, true, true, true]);
    }
});

test("clues, questions and votes have to be read by those who have not chosen them", () => {
  for (const name of ["clue", "question", "voted_unveil", "voted_think", "voted_collect"]) {
    expect(beat(event(name, { seat: 1 }), { seat: 0, speed: 1 }).reads).toBe(true);
    expect(beat(event(name, { seat: 1 }), { seat: null, speed: 1 }).reads).toBe(true);
    expect(beat(event(name, { seat: 0 }), { seat: 0, speed: 1 })).toEqual({ seen: 0 });
  }
});

test("nothing else takes time, nor do another game's events", () => {
  expect(beat(event("sealed", { seat: 1 }), { seat: 0, speed: 1 })).toEqual({ seen: 0 });
  expect(beat({ key: "toy.event.wrong", args: {} }, { seat: 0, speed: 1 })).toEqual({ seen: 0 });
});
