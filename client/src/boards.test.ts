import { expect, test } from "vitest";

import { boardOf } from "./boards";

test("a game's board draws its tables, but not those whose views are of older rules", async () => {
  expect(await boardOf({ game: "cooking_rumble" })).toHaveProperty("board");
  expect(await boardOf({ game: "cooking_rumble", older: false })).toHaveProperty("board");
  expect(await boardOf({ game: "cooking_rumble", older: true })).toBeNull();
});

test("a game without a board of its own has none", async () => {
  expect(await boardOf({ game: "toy" })).toBeNull();
});
