// Every word the client asks for by a fixed key is in every catalogue; so are the families of keys that
// are put together from a known set of endings.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { LANGUAGES, SOUNDS, SPEEDS, THEMES } from "../state/settings.svelte";

const SRC = join(import.meta.dirname, "..");
const LOCALE = join(SRC, "../../src/potluck/locale");

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith(".test.ts") && !name.startsWith("games"))
  .map((name) => readFileSync(join(SRC, name), "utf8"));
const all = (pattern: RegExp) => new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1]!)));

const keysOf = (language: string) => {
  const catalogue = readFileSync(join(LOCALE, `${language}.po`), "utf8");
  return new Set([...catalogue.matchAll(/^msgid "(.+)"$/gm)].map((found) => found[1]!));
};
// Whatever is spelled like a key of the house, since many are chosen between within one call.
const rooms = new Set([...keysOf("en")].map((key) => key.split(".")[0]!));
const fixed = new Set([...all(/"([a-z_]+(?:\.[a-z_]+)+)"/g)].filter((key) => rooms.has(key.split(".")[0]!)));
// What the keys begin with that are put together.
const begun = all(/\b(?:t|term)\(\s*`([a-z_.]+)\$\{/g);
const chosen = [...all(/[?:] `([a-z_.]+\.)\$\{/g)];

const ABOUT = ["bot", "place", "close", "back"];
const families = [
  ...THEMES.map((each) => `settings.theme.${each}`),
  ...SPEEDS.map((each) => `settings.speed.${each}`),
  ...SOUNDS.map((each) => `settings.sound.${each}`),
  ...["open", "playing", "over"].flatMap((each) => [`lobby.status.${each}`, `expires.${each}`]),
  ...["log", "chat", "rules"].map((each) => `column.${each}`),
  ...["random", "easy", "medium", "strong"].map((each) => `level.${each}`),
  ...["bluffing", "memory", "deduction", "cutting", "collecting", "racing"].map((each) => `tag.${each}`),
  ...["mixed", "other"].map((each) => `letters.${each}`),
  ...ABOUT.flatMap((each) => [`votes.${each}`, `votes.${each}.then`, `votes.lapsed.${each}`]),
  ...ABOUT.filter((each) => each !== "close").map((each) => `votes.carried.${each}`), // an end has a page of its own
];

test("the client asks for words at all", () => {
  expect(fixed.size).toBeGreaterThan(250);
});

test("no key is put together that no family here knows", () => {
  const unknown = [...begun, ...chosen].filter((start) => !families.some((key) => key.startsWith(start)));
  expect(unknown).toEqual([]);
});

test.each(LANGUAGES)("every word is there in %s", (language) => {
  const known = keysOf(language);
  expect([...fixed, ...families].filter((key) => !known.has(key))).toEqual([]);
});
