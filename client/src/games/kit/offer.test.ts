import { expect, test } from "vitest";

import { named, offer } from "./offer";

const legal = [
  { text: "x", phrase: { key: "toy.move.cut", args: { from: 0, to: 2 } } },
  { text: "y", phrase: { key: "toy.move.cut", args: { from: 1, to: 2 } } },
  { text: "z", phrase: { key: "toy.move.pass" } },
  { text: "w", phrase: { key: "other.move.cut", args: { from: 1, to: 2 } } },
];

test("moves are known by kind and fields, not by their text; another game's are not ours", () => {
  expect(offer("toy", legal)).toEqual([
    { kind: "cut", fields: { from: 0, to: 2 }, text: "x" },
    { kind: "cut", fields: { from: 1, to: 2 }, text: "y" },
    { kind: "pass", fields: {}, text: "z" },
  ]);
});

test("a move is named as the server names it", () => {
  expect(named("toy", "cut", { from: 1, to: 2 })).toEqual(legal[1]?.phrase);
});
