// Boards hold no rule: they word no refusal, and neither read nor write notation.

import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>(["../*/*.svelte", "../*/*.ts", "!../**/*.test.ts"], { query: "?raw", import: "default", eager: true });
const BOARDS = Object.entries(SOURCES).filter(([path]) => !path.startsWith("./") && !path.endsWith("/wire.ts"));

const FORBIDDEN: [what: string, RegExp][] = [
  ["words of a refusal", /refus/i],
  ["the text of a legal move", /\.text\b|\{[^}]*\btext\b[^}]*\} (of|=)/],
  ["the legal list; Choosing reads it", /\.legal\b/],
  ["notation", /\.split\(/],
  ["whom the game asks, but to draw it", /(?<!drawn\.)waiting/],
];

test("there are boards to look at", () => {
  expect(BOARDS.length).toBeGreaterThan(20);
});

test.each(BOARDS)("%s", (_, source) => {
  for (const [what, pattern] of FORBIDDEN) expect(pattern.exec(source)?.[0], what).toBeUndefined();
});
