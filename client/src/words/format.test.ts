// @vitest-environment node

import { expect, test } from "vitest";

import { Speaker, tag } from "./format";

const messages = {
  "toy.event.guess": "{judge} names {kind}.",
  "toy.event.left": ["{n} card is left", "{n} cards are left"],
  "toy.event.win": "{winners} win with {points} points",
  "toy.kind.0": "cereals",
  "toy.kind.1": "fruits",
  "house.hello": "Hello {name}, {n} of you",
};
const vocabulary = { judge: "seat", winners: "seat", kind: "toy.kind", points: "number" };
const speaker = (language = "en", names = ["Ada", "Bo", "Cy"]) => new Speaker(language, messages, vocabulary, names);

test("arguments are worded by the vocabulary", () => {
  expect(speaker().say({ key: "toy.event.guess", args: { judge: 1, kind: 0 } })).toBe("Bo names cereals.");
});

test("lists are joined the language's way, numbers grouped", () => {
  const phrase = { key: "toy.event.win", args: { winners: [0, 1, 2], points: 12345 } };
  expect(speaker().say(phrase)).toBe("Ada, Bo, and Cy win with 12,345 points");
  expect(speaker("de").say(phrase)).toBe("Ada, Bo und Cy win with 12.345 points");
});

test("the plural follows n, in each language", () => {
  const left = (n: number) => ({ key: "toy.event.left", args: { n } });
  expect(speaker().say(left(1))).toBe("1 card is left");
  expect(speaker().say(left(0))).toBe("0 cards are left");
  expect(speaker("pt_BR").say(left(0))).toBe("0 card is left"); // zero is singular in Portuguese
});

test("a name that looks like a placeholder stays a name", () => {
  const tricky = speaker("en", ["{kind}", "$& $1 {judge}"]);
  expect(tricky.say({ key: "toy.event.guess", args: { judge: 0, kind: 1 } })).toBe("{kind} names fruits.");
  expect(tricky.say({ key: "toy.event.guess", args: { judge: 1, kind: 1 } })).toBe("$& $1 {judge} names fruits.");
  expect(tricky.term("house.hello", { name: "{n}", n: 2 })).toBe("Hello {n}, 2 of you");
});

test("gaps show themselves: unknown keys, missing arguments, unknown terms, inherited names", () => {
  expect(speaker().say({ key: "toy.event.none" })).toBe("toy.event.none");
  expect(speaker().say({ key: "toy.event.guess", args: { kind: 7 } })).toBe("{judge} names toy.kind.7.");
  expect(speaker().term("constructor")).toBe("constructor");
  expect(speaker().say({ key: "toy.event.guess", args: { judge: 9, kind: 0 } })).toBe("10 names cereals.");
});

test("a seat without a name is called by its number", () => {
  expect(speaker().word("judge", 5)).toBe("6");
});

test("language tags", () => {
  expect(tag("pt_BR")).toBe("pt-BR");
});
