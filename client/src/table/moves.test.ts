// @vitest-environment node

import { expect, test } from "vitest";

import type { LegalMove } from "../wire";
import { groups, matching } from "./moves";

const move = (text: string): LegalMove => ({ text, phrase: { key: `toy.move.${text.split(" ")[0]}` } });

test("moves are grouped by kind, in the order they came", () => {
  const all = ["wild sugars a", "card fruits", "wild cereals b"].map(move);
  expect(groups(all).map((each) => [each.key, each.moves.map((m) => m.text)])).toEqual([
    ["toy.move.wild", ["wild sugars a", "wild cereals b"]],
    ["toy.move.card", ["card fruits"]],
  ]);
});

test("typed words are found in any order, without accents and case", () => {
  const all = Array.from({ length: 3000 }, (_, n) => move(`clue ${n}`));
  const words = (m: LegalMove) => `Pista número ${m.text.slice(5)} à esquerda`;
  expect(matching(all, "", words)).toHaveLength(3000);
  expect(matching(all, "esquerda NUMERO 2999", words).map((m) => m.text)).toEqual(["clue 2999"]);
  expect(matching(all, "direita", words)).toEqual([]);
});
