// @vitest-environment node

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Phrase } from "../wire";
import { type Catalogue, Speaker, type Vocabulary } from "./format";
import { tag } from "./tag";

/** A phrase and what it says. The terminal's words are tested by the same file. */
interface Vector {
  why: string;
  in: string;
  phrase: Phrase;
  said: string;
  names?: string[];
  vocabulary?: Vocabulary;
  me?: number;
  texts?: Record<string, string>;
}

interface Vectors {
  catalogues: Record<string, Catalogue>;
  vocabulary: Vocabulary;
  names: string[];
  vectors: Vector[];
}

const SHARED = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/locale/vectors.json"), "utf8")) as Vectors;
const speaker = (vector: Pick<Vector, "in" | "vocabulary" | "names" | "me">) =>
  new Speaker(vector.in, SHARED.catalogues[vector.in]!, vector.vocabulary ?? SHARED.vocabulary, vector.names ?? SHARED.names, vector.me);

test.each(SHARED.vectors)("$why ($in)", (vector) => {
  const { phrase, said, texts } = vector;
  const speak = speaker(vector);
  expect(texts ? speak.term(phrase.key, { ...(phrase.args as Record<string, number>), ...texts }) : speak.say(phrase)).toBe(said);
});

test("words of a table's own may be joined, and one argument said alone", () => {
  expect(speaker({ in: "de" }).list(["Ann", "Bo", "Cy"])).toBe("Ann, Bo und Cy");
  expect(speaker({ in: "en" }).word("judge", 5)).toBe("6");
  expect(speaker({ in: "en" }).has("toy.guess")).toBe(true);
  expect(speaker({ in: "en" }).has("constructor")).toBe(false);
});

test("language tags", () => {
  expect(tag("pt_BR")).toBe("pt-BR");
});
