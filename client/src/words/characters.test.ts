import { expect, test } from "vitest";

import { characters } from "./characters";

test.each([
  ["", 0],
  ["  Ada   Lovelace ", 12],
  ["Zoe\u0308", 3], // composed
  ["🥕🥕", 2], // each two in UTF-16
  ["عبد الرحمن", 10],
])("%j is as long as the server counts it", (name, long) => {
  expect(characters(name)).toBe(long);
});
