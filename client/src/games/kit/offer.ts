// The legal list by what its moves say of themselves: their kind and their fields. A board picks among them
// and submits the text of the one it picked; it neither writes nor reads notation.

import type { LegalMove, Phrase } from "../../wire";

/** The fields of a move by name, e.g. {kind: 2, place: 0}. */
export type Fields = Readonly<Record<string, number>>;

export interface Offered {
  kind: string;
  fields: Fields;
  /** What is submitted. */
  text: string;
}

const before = (game: string): string => `${game}.move.`;

/** The numbers among a phrase's arguments. */
export function numbers(phrase: Phrase): Fields {
  return Object.fromEntries(Object.entries(phrase.args ?? {}).filter((arg): arg is [string, number] => typeof arg[1] === "number"));
}

/** A game's legal moves, in the server's order. */
export function offer(game: string, legal: readonly LegalMove[]): readonly Offered[] {
  const prefix = before(game);
  return legal.flatMap(({ text, phrase }) => (phrase.key.startsWith(prefix) ? [{ kind: phrase.key.slice(prefix.length), fields: numbers(phrase), text }] : []));
}

/** A move by its name, legal or not, e.g. to ask the server why it is not. */
export function named(game: string, kind: string, fields: Fields = {}): Phrase {
  return { key: before(game) + kind, args: { ...fields } };
}
