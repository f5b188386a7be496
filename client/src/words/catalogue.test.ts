// Every word the client asks for by a fixed key is in every catalogue; so are the families of keys that
// are put together from a known set of endings.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { LANGUAGES, SPEEDS, THEMES } from "../state/settings.svelte";

const SRC = join(import.meta.dirname, "..");
const LOCALE = join(SRC, "../../src/potluck/locale");

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith(".test.ts") && !name.startsWith("games"))
  .map((name) => readFileSync(join(SRC, name), "utf8"));

const fixed = new Set(sources.flatMap((text) => [...text.matchAll(/\b(?:t|term)\(\s*"([a-z_.]+)"/g)].map((found) => found[1]!)));
const families = [
  ...THEMES.map((each) => `settings.theme.${each}`),
  ...SPEEDS.map((each) => `settings.speed.${each}`),
  ...["open", "playing", "over"].map((each) => `lobby.status.${each}`),
  ...["log", "chat", "rules"].map((each) => `column.${each}`),
  ...["easy", "medium", "strong"].map((each) => `level.${each}`),
  ...["bluffing", "memory", "deduction", "cutting", "collecting"].map((each) => `tag.${each}`),
  "house.unreached",
];

test("the client asks for words at all", () => {
  expect(fixed.size).toBeGreaterThan(100);
});

test.each(LANGUAGES)("every word is there in %s", (language) => {
  const catalogue = readFileSync(join(LOCALE, `${language}.po`), "utf8");
  const known = new Set([...catalogue.matchAll(/^msgid "(.+)"$/gm)].map((found) => found[1]));
  expect([...fixed, ...families].filter((key) => !known.has(key))).toEqual([]);
});
