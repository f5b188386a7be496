// Legal moves as the plain board offers them: by kind, then field by field. Everything is read from the
// moves' own phrases; no game is known here.

import type { LegalMove, NamedMove } from "../wire";

export interface Group {
  /** The key of the phrase that all its moves share. */
  key: string;
  moves: LegalMove[];
}

/** One thing to choose about a move. */
export interface Field {
  name: string;
  /** What is still possible, given what was chosen before it. */
  values: number[];
  value: number | null;
  /** What the kind knows, but not together with everything else that is chosen; of the last field alone. */
  blocked: number[];
}

/** A move half chosen: its fields in order, and the move once nothing is left open. */
export interface Draft {
  fields: Field[];
  move: LegalMove | null;
}

export type Chosen = Readonly<Record<string, number>>;

/** Up to so many moves are shown as buttons, each with its whole sentence. */
export const BUTTONS = 8;

/** The moves by kind (the key of their phrase), kinds and moves in the server's order. */
export function groups(moves: readonly LegalMove[]): Group[] {
  const found = new Map<string, LegalMove[]>();
  for (const move of moves) {
    const group = found.get(move.phrase.key);
    if (group) group.push(move);
    else found.set(move.phrase.key, [move]);
  }
  return [...found].map(([key, members]) => ({ key, moves: members }));
}

/** The kind of a move: the last part of its phrase's key. */
export function kindOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** Moves of the kinds that nobody ever owes apart from the others. Who owes nothing may only do the former. */
export function apart(moves: readonly LegalMove[], free: readonly string[], owing: boolean): { owed: LegalMove[]; also: LegalMove[] } {
  const isFree = (move: LegalMove) => !owing || free.includes(kindOf(move.phrase.key));
  return { owed: moves.filter((move) => !isFree(move)), also: moves.filter(isFree) };
}

/**
 * What is left to choose in a group. A choice that is no longer possible counts as not made; where only
 * one value is possible, it is taken.
 */
export function draft(group: Group, chosen: Chosen): Draft {
  let left = group.moves;
  const names = Object.keys(group.moves[0]?.phrase.args ?? {});
  const fields: Field[] = [];
  for (const [at, name] of names.entries()) {
    const values = valuesOf(left, name);
    const wanted = chosen[name];
    const value = wanted !== undefined && values.includes(wanted) ? wanted : values.length === 1 ? (values[0] ?? null) : null;
    const asked = at === names.length - 1 && fields.every((field) => field.value !== null);
    const blocked = asked ? valuesOf(group.moves, name).filter((each) => !values.includes(each)) : [];
    if (value !== null) left = left.filter((move) => move.phrase.args?.[name] === value);
    fields.push({ name, values, value, blocked });
  }
  const whole = fields.every((field) => field.value !== null);
  return { fields, move: whole ? (left[0] ?? null) : null };
}

/** The values of a field in these moves. */
function valuesOf(moves: readonly LegalMove[], name: string): number[] {
  return [...new Set(moves.map((move) => move.phrase.args?.[name]))].filter((value) => typeof value === "number").sort((a, b) => a - b);
}

/** The move that a draft would be with this value in its last field. */
export function blockedMove(group: Group, { fields }: Draft, value: number): NamedMove {
  const args = Object.fromEntries(fields.map((field, at) => [field.name, at === fields.length - 1 ? value : (field.value ?? 0)]));
  return { key: group.key, args };
}

type Term = (key: string, fill?: Record<string, string | number>) => string;

/** A game's own short words for something, if it has any. */
export function short(key: string, term: Term): string | null {
  const found = term(key);
  return found === key ? null : found;
}

/** A kind of move in a few words: the game's, else its sentence with gaps. */
export function kindWords(game: string, group: Group, term: Term): string {
  const gaps = Object.fromEntries(Object.keys(group.moves[0]?.phrase.args ?? {}).map((name) => [name, "…"]));
  return short(`${game}.moves.${kindOf(group.key)}`, term) ?? term(group.key, gaps);
}
