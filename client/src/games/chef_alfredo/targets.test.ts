import { expect, test } from "vitest";

import { potText, swapText, targets } from "./targets";

const legal = (...texts: string[]) => targets(texts.map((text) => ({ text, phrase: { key: "m" } })));

test("single moves stand alone", () => {
  const found = legal("trust", "doubt");
  expect([...found.single]).toEqual(["trust", "doubt"]);
  expect(found.pots.size).toBe(0);
  expect(found.swaps.size).toBe(0);
});

test("pots are found by their letter", () => {
  expect([...legal("pot a", "pot d").pots]).toEqual([0, 3]);
});

test("a swap can be begun at either pot", () => {
  const { swaps } = legal("swap a c", "swap b c");
  expect([...(swaps.get(2) ?? [])].sort()).toEqual([0, 1]);
  expect([...(swaps.get(0) ?? [])]).toEqual([2]);
  expect(swaps.has(3)).toBe(false);
});

test("notation is written as the server reads it", () => {
  expect(potText(1)).toBe("pot b");
  expect(swapText(3, 1)).toBe("swap b d");
  expect(swapText(1, 3)).toBe("swap b d");
});
