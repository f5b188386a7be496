// Made by tools/types.py from the view and hints of chef_alfredo. Do not edit: run `python -m tools.types`.

import type { View } from "../../wire";

/** What this viewer can see now. Kinds: 0 carrot, 1 tomato, 2 bean, 3 garlic; pots: 0..3 by hotplate. */
export interface ChefAlfredoView extends View {
  step: "answer" | "choose" | "lifted" | "look" | "over" | "roll" | "swap";
  active: number;
  neighbour: number;
  ready: number[];
  die: number | null;
  look: number[] | null;
  lifted: Open | null;
  chosen: number | null;
  poured: Open | null;
  pots: Open[] | null;
  hit: boolean | null;
  containers: number[];
  supply: number;
  turns: number;
  points_to_end: number;
  round_limit: number;
  pot_capacity: number;
}

/** An open pot: where it stands, its recipe tile, its ingredients by kind. */
export interface Open {
  pot: number;
  tile: number;
  inside: number[];
}

/** What the board lights up: the pots that may be chosen or swapped now. */
export interface Hints {
  pots: number[];
}
