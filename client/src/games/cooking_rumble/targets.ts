// The legal list, sorted by what a reader can point at: cards, faces of tokens, plates, answers, pans
// of rivals. It only reads the server's notation (games/cooking_rumble/rules.py); it decides nothing.

import type { LegalMove } from "../../wire";

export const KINDS = ["cereals", "fruits", "sugars", "proteins"] as const;
export const PLACES = ["a", "b", "c"] as const;
/** The two faces of each wild token, as printed on it. */
export const FACES: readonly (readonly [number, number])[] = [
  [2, 0],
  [3, 1],
];

/** A rival's pan that may be moved: from which plate to which. */
export interface PanMove {
  seat: number;
  from: number;
  to: number;
}

export interface Targets {
  /** Per kind: the places where a token showing that kind may go. */
  wilds: ReadonlyMap<number, readonly number[]>;
  cards: ReadonlySet<number>;
  answers: ReadonlySet<number>;
  pans: ReadonlySet<number>;
  moves: readonly PanMove[];
}

/** Sort a legal list. Notation of another version is left out rather than misread. */
export function targets(legal: readonly Pick<LegalMove, "text">[]): Targets {
  const wilds = new Map<number, number[]>();
  const cards = new Set<number>();
  const answers = new Set<number>();
  const pans = new Set<number>();
  const moves: PanMove[] = [];
  for (const { text } of legal) {
    const [what, first = "", second = "", third = ""] = text.split(" ");
    const kind = KINDS.findIndex((word) => word === first);
    const place = (word: string) => PLACES.findIndex((each) => each === word);
    if (what === "wild" && kind >= 0 && place(second) >= 0) wilds.set(kind, [...(wilds.get(kind) ?? []), place(second)]);
    else if (what === "card" && kind >= 0) cards.add(kind);
    else if (what === "guess" && kind >= 0) answers.add(kind);
    else if (what === "pan" && place(first) >= 0) pans.add(place(first));
    else if (what === "move" && place(second) >= 0 && place(third) >= 0) {
      moves.push({ seat: Number(first.slice(1)) - 1, from: place(second), to: place(third) });
    }
  }
  return { wilds, cards, answers, pans, moves };
}

export const wildText = (kind: number, place: number): string => `wild ${KINDS[kind]} ${PLACES[place]}`;
export const cardText = (kind: number): string => `card ${KINDS[kind]}`;
export const guessText = (kind: number): string => `guess ${KINDS[kind]}`;
export const panText = (place: number): string => `pan ${PLACES[place]}`;
export const moveText = ({ seat, from, to }: PanMove): string => `move p${seat + 1} ${PLACES[from]} ${PLACES[to]}`;
