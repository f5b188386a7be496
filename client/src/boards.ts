// The boards: which component draws which game, and what the shell gives it. A board draws what the
// server's look says and offers what its legal list holds; it holds no rule (games/kit/ has what boards
// share). A game without one is played on the plain board.

import type { Component } from "svelte";

import type { Moment, Pace } from "./motion/moment";
import type { Tried } from "./net/asking";
import type { Look, NamedMove, Phrase, Room, View } from "./wire";

/** A look whose view and hints are those of one game. */
export type LookOf<V extends View, H> = Omit<Look, "view" | "hints"> & { view: V; hints: H };

/** A button in the prompt line. `kind`: yes = the move itself, plain = cancel and the like, danger = hurts. */
export interface Action {
  key: string;
  label: string;
  /** What it leads to, said beneath the label. */
  more?: string | undefined;
  kind: "yes" | "plain" | "danger";
  run: () => void;
  disabled?: boolean;
}

/** The board's part of the prompt line. It is emptied by the shell whenever a new look arrives. */
export interface PromptLine {
  /** Say something more exact than the look's prompt while a selection is open, and show these buttons. */
  show(actions: Action[], say?: string): void;
  clear(): void;
  /** Say why something cannot be done; after a while, or when the reader goes on, it gives way to what was said before. */
  deny(why: Phrase): void;
}

/** What every board gets. `V` and `H` are the game's view and hints. */
export interface BoardProps<V extends View = View, H = unknown> {
  /** The look that is reached: `moment.look`. */
  look: LookOf<V, H>;
  /** What is to be seen now: the look, and the events that lie between it and the next. */
  moment: Moment<LookOf<V, H>>;
  /** Whoever acts has seen enough: what is still being shown is reached at once, but for what is told once. */
  hurry: () => void;
  /** The reader's seat; null for a spectator. */
  seat: number | null;
  room: Room;
  /** Submit moves by the texts of legal ones; all or none. Ignored while `busy`. */
  act: (moves: string[]) => void;
  /** A submission is on its way: show it as made, offer nothing. */
  busy: boolean;
  /**
   * Why moves, each named by its notation or its phrase, may not be made; null for one that may. Rejects
   * with a `Refusal` where the server cannot say, e.g. because the line is lost.
   */
  why: (moves: (string | NamedMove)[]) => Promise<(Phrase | null)[]>;
  /** What stands after these moves, for this reader alone; nothing is submitted. Rejects with a `Refusal`. */
  tryMoves: (moves: (string | NamedMove)[]) => Promise<Tried>;
  /** The sentence of a phrase, with the players' names. */
  words: (phrase: Phrase) => string;
  /** A catalogue word by its key, e.g. "cooking_rumble.kind.2", or a sentence with ready-made strings for its placeholders. */
  term: (key: string, fill?: Record<string, string | number>) => string;
  /** The reader's factor on durations; 0 = no motion (also under prefers-reduced-motion). See `moment.speed`. */
  speed: number;
  prompt: PromptLine;
}

/** What the plain board gets. */
export interface PlainProps extends BoardProps {
  /** One argument of a phrase as the game's vocabulary words it: a name, a term, a number. */
  word: (name: string, value: number) => string;
}

/** What a player's panel gets for the game's own public facts (tokens, hand size). */
export interface PanelProps<V extends View = View, H = unknown> {
  look: LookOf<V, H>;
  /** The seat this panel is about. */
  of: number;
  term: (key: string, fill?: Record<string, string | number>) => string;
}

export interface Board {
  // Components are typed per game; the registry cannot be. Without one the game is played on the plain board.
  board?: Component<any>;
  panel?: Component<any>;
  /** What a seat has won, large, for the end; without it the points say it. Gets `PanelProps`. */
  prize?: Component<any>;
  /** The view as it stands in a moment, as far as its events say: the strip shows no less than the board. */
  stands?: (moment: Moment<any>) => View;
  /** How long each event is to be seen. Without it a step is simply there, and what is told once is read. */
  beat?: Pace;
  /** It takes words from the look's `sections`, which are sent only where they are asked for. */
  described?: boolean;
  /** The pictures in its rules, made of its pieces, by the names that the rules call them; see ui/Rules.svelte. */
  pictures?: Record<string, Component<{ term: (key: string) => string }>>;
}

// A folder `games/<id>/index.ts` exporting `board` (and `beat`, `stands`, `panel`, `prize`, `described`, `pictures`) is enough to be found.
// Where nothing is drawn yet, `plain.ts` says by its `beat` how long the plain board has its events read.
const found = import.meta.glob<Board>("./games/*/index.ts");
const plain = import.meta.glob<Board>("./games/*/plain.ts");

/** Whether a game has a board of its own. */
export const drawn = (game: string): boolean => Object.hasOwn(found, `./games/${game}/index.ts`);

/** Load the board of a table's game; null if it has none, or knows only views of newer rules than the table's. */
export async function boardOf({ game, older = false }: { game: string; older?: boolean }): Promise<Board | null> {
  const load = older ? undefined : (found[`./games/${game}/index.ts`] ?? plain[`./games/${game}/plain.ts`]);
  return load ? await load() : null;
}
