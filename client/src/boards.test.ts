import { expect, test } from "vitest";

import { boardOf, drawn } from "./boards";

test("a game's board draws its tables, but not those whose views are of older rules", async () => {
  expect(await boardOf({ game: "cooking_rumble" })).toHaveProperty("board");
  expect(await boardOf({ game: "cooking_rumble", older: false })).toHaveProperty("board");
  expect(await boardOf({ game: "cooking_rumble", older: true })).toBeNull();
});

test("a game without a board of its own has none", async () => {
  expect(await boardOf({ game: "toy" })).toBeNull();
  expect([drawn("cooking_rumble"), drawn("toy")]).toEqual([true, false]);
});

test("a game that is not drawn yet says how long its events are read", async () => {
  const plain = await boardOf({ game: "secret_recipe" });
  expect([drawn("secret_recipe"), plain?.board]).toEqual([false, undefined]);
  expect(plain?.beat?.({ key: "secret_recipe.event.wrong", args: { seat: 0 } }, { seat: 0, speed: 0 }).reads).toBe(true);
});
