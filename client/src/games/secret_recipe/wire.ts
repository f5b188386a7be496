// Made by tools/types.py from the view and hints of secret_recipe. Do not edit: run `python -m tools.types`.

import type { View } from "../../wire";

/** Exactly what one viewer may know. */
export interface SecretRecipeView extends View {
  step: "counter" | "initiate" | "keep" | "look" | "over" | "pact" | "swap" | "tea" | "turn" | "vote";
  round: number;
  turn: number;
  first: number;
  active: number;
  discarded: boolean;
  last_turns: number | null;
  pantry: number[];
  turned: boolean[];
  bag: number[];
  discards: number[];
  recipes: Slot[][];
  imaginary: number[] | null;
  shelves: Shelf[];
  clues: Clue[];
  failed: number[][];
  thinks: number[];
  crossed: boolean[];
  tea: number[];
  due: number;
  asked: Asked[];
  sealed: boolean[];
  own_vote: number | null;
  votes: Vote[];
  queue: number[][];
  tokens: number[];
  kept: (number[] | null)[];
  pile: number;
  token_discards: number;
  token_steps: TokenStep[];
  hand: number[];
  chooser: number | null;
  resume: "answered" | "counter" | "resolve" | "start" | null;
  swap: Swap | null;
  pair: Pair | null;
  round_limit: number;
  help: "expert" | "marks" | "paper";
}

/** One recipe tile. */
export interface Slot {
  kind: number | null;
  revealed: boolean;
  theories: Theory[];
  failed: number[];
}

/** A think marker beside a slot. */
export interface Theory {
  seat: number;
  kind: number;
}

/** One recipe shelf and the fingerprints on its tile. */
export interface Shelf {
  kind: number | null;
  seen: number[];
}

/** A clue (owner is the seat itself) or a question and its answer, in the order given. */
export interface Clue {
  seat: number;
  owner: number;
  slot: number;
  how: number;
  spot: number;
  kinds: number[];
  yes: boolean;
}

/** A tea-break question. `recipe` counts the owner's recipes; kind and answer for who knows them. */
export interface Asked {
  seat: number;
  owner: number;
  recipe: number;
  kind: number | null;
  yes: boolean | null;
}

/** A vote; without owner it is for nothing. `cell`: the pantry tile to collect. */
export interface Vote {
  seat: number;
  think: boolean;
  owner: number | null;
  slot: number | null;
  kind: number | null;
  cell: number | null;
}

/** A step of the point tokens' story: tokens taken, one of them kept; or a kept one shown (`used`). */
export interface TokenStep {
  seat: number;
  used: number | null;
  count: number;
  taken: number[] | null;
  kept: number | null;
  chosen: boolean;
}

/** A pantry swap being settled. */
export interface Swap {
  seat: number;
  during: "counter" | "initiate" | "keep" | "look" | "over" | "pact" | "swap" | "tea" | "turn" | "vote";
  lines: (number | null)[];
  laid: number[];
  content: boolean[];
}

/** What only two players have (part B). */
export interface Pair {
  freed: boolean[][];
  took: boolean[][];
  pacts: number;
  prints: number[];
  marker: number[];
  initiator: number | null;
  out: boolean[];
  case: "A" | "B" | null;
}

/** Previews for boards, from the view alone. */
export interface Hints {
  lines: number[][];
  collect: number[][];
  marks: number[][];
  chances: number[][][];
}
