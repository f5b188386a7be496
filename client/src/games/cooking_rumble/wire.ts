// Made by tools/types.py from the view and hints of cooking_rumble. Do not edit: run `python -m tools.types`.

import type { View } from "../../wire";

/** Exactly what one viewer may know. */
export interface CookingRumbleView extends View {
  step: "guess" | "judge" | "over" | "pan" | "turn";
  active: number;
  judge: number;
  tiles: (Tile | null)[];
  deck: number;
  taken: Taken[][];
  tokens: boolean[][];
  card_down: boolean;
  card: number | null;
  card_of: number | null;
  guess: number | null;
  shown: number | null;
  right: boolean | null;
  pans_left: number;
  expert: boolean;
  illegal_cards: boolean;
  must_place: boolean;
}

/** An open recipe tile. */
export interface Tile {
  id: number;
  points: number;
  rows: Row[];
}

/** One seat's border of an open tile. */
export interface Row {
  need: number[];
  pans: number;
  wilds: Wild[];
  next: number | null;
}

/** A wild token on a row; of two on one symbol the later in the list lies on top. */
export interface Wild {
  at: number;
  token: number;
  shows: number;
}

/** A recipe tile somebody has completed. */
export interface Taken {
  id: number;
  points: number;
}

/** Where things would go. */
export interface Hints {
  cards: number[][];
  place: number[];
  guess: number[];
}
