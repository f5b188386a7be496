// The server's legal list as what can be pointed at: single moves, pots, and pairs of pots. No rule here.

import type { LegalMove } from "../../wire";

export const LETTERS = ["a", "b", "c", "d"] as const;

export interface Targets {
  /** Notations that stand alone: ready, roll, throw, trust, doubt. */
  single: ReadonlySet<string>;
  /** Pots whose lid may be lifted. */
  pots: ReadonlySet<number>;
  /** For each pot that may be swapped, the pots it may be swapped with. */
  swaps: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Sort a legal list by what the reader points at. */
export function targets(legal: readonly LegalMove[]): Targets {
  const single = new Set<string>();
  const pots = new Set<number>();
  const swaps = new Map<number, Set<number>>();
  for (const { text } of legal) {
    const [kind = "", one = "", two = ""] = text.split(" ");
    const from = LETTERS.indexOf(one as (typeof LETTERS)[number]);
    const to = LETTERS.indexOf(two as (typeof LETTERS)[number]);
    if (kind === "pot" && from >= 0) pots.add(from);
    else if (kind === "swap" && from >= 0 && to >= 0) {
      swaps.set(from, (swaps.get(from) ?? new Set()).add(to));
      swaps.set(to, (swaps.get(to) ?? new Set()).add(from));
    } else single.add(text);
  }
  return { single, pots, swaps };
}

export const potText = (pot: number): string => `pot ${LETTERS[pot]}`;

/** The notation of a swap: the earlier hotplate first. */
export const swapText = (one: number, two: number): string => `swap ${LETTERS[Math.min(one, two)]} ${LETTERS[Math.max(one, two)]}`;
