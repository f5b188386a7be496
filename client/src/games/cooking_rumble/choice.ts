// What the reader has picked up and not yet put down; a state of the reader's, not of the game.

import type { PanMove, Targets } from "./targets";

export type Choice =
  | { what: "card"; kind: number }
  | { what: "answer"; kind: number }
  | { what: "face"; kind: number }
  | { what: "pan"; seat: number; from: number };

/** Where a choice may be put down: the lit plates. With nothing picked up: where a pan may go. */
export function lit(choice: Choice | null, can: Targets): readonly number[] {
  if (choice === null) return [...can.pans];
  if (choice.what === "face") return can.wilds.get(choice.kind) ?? [];
  if (choice.what === "pan") return ways(choice, can).map((move) => move.to);
  return [];
}

/** The moves of one pan of a rival. */
export function ways(pan: { seat: number; from: number }, can: Targets): readonly PanMove[] {
  return can.moves.filter((move) => move.seat === pan.seat && move.from === pan.from);
}

/** Whether a choice is still there to be made; after a new look it may not be. */
export function stands(choice: Choice | null, can: Targets): boolean {
  if (choice === null) return true;
  if (choice.what === "card") return can.cards.has(choice.kind);
  if (choice.what === "answer") return can.answers.has(choice.kind);
  if (choice.what === "face") return (can.wilds.get(choice.kind) ?? []).length > 0;
  return ways(choice, can).length > 0;
}
