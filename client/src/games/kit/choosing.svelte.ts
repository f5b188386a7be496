// How a reader makes a move by pointing: pick up a piece, then the next one it needs; a move that is pointed
// at whole is made, or asked once more where it says so. Which pieces are lit follows from the legal list
// alone; why another cannot be picked up is asked of the server. A board says what its pieces are called
// and which of them a kind of move is made with (`Way`).

import { untrack } from "svelte";

import type { Action, BoardProps } from "../../boards";
import { Refusal } from "../../net/api";
import type { LegalMove, Phrase } from "../../wire";
import { type Fields, type Offered, offer } from "./offer";

/** Something that can be pointed at: what it is and, in numbers, which, e.g. ["plate", 2]. */
export type Piece = readonly [what: string, ...which: number[]];

/** How moves of one kind are made. */
export interface Way {
  /** The pieces of a move, in the order they are pointed at. Without it the move is a button of the prompt. */
  pieces?: (fields: Fields) => readonly Piece[];
  /** The pieces may be pointed at in any order. */
  anyOrder?: boolean;
  /** The word of the button; a move made of pieces is asked once more by it, or by its last piece pressed again. */
  button?: (fields: Fields) => string;
  /** What is at stake, beneath the button's word. */
  more?: (fields: Fields) => string;
  /** The button hurts somebody. */
  danger?: boolean;
  /** What the prompt says while these pieces are held; `fields` are those of a move they may become. */
  say?: (fields: Fields, held: readonly Piece[]) => string;
}

/** `no`: what is pressed cannot be meant; `say`: it can, and this is said of it. */
export type Hint = { no: Phrase } | { say: string };

/** What a board says once about its pieces. */
export interface Manners {
  game: string;
  ways: Readonly<Record<string, Way>>;
  /** The word of the button that puts back what is held. */
  cancel: () => string;
  /** The moves somebody may mean who presses a piece that is not lit, best first; the server is asked why not. */
  meant: (piece: Piece, held: readonly Piece[]) => readonly Phrase[];
  /** A hint of the board's own, which is not a rule; said instead of asking. */
  hint?: (piece: Piece, held: readonly Piece[]) => Hint | null;
}

/** What the board has from the shell. */
export interface Given extends Pick<BoardProps, "act" | "busy" | "prompt" | "why"> {
  moment: { look: { legal: readonly LegalMove[] }; fresh: readonly unknown[]; behind: boolean };
}

/** A piece as its element needs it. */
export interface Grip {
  lit: boolean;
  held: boolean;
  press: () => void;
}

const NONE: readonly LegalMove[] = [];

/** What a button needs that is a piece: `<button {...handle(grip)} …>`, in a group with `use:roving`. */
export const handle = ({ lit, held, press }: Grip) =>
  ({ type: "button", "data-rove": "", "data-lit": lit ? "" : undefined, "aria-disabled": !lit, "aria-pressed": held, onclick: press }) as const;

interface Path {
  move: Offered;
  way: Way;
  pieces: readonly Piece[];
}

const same = (one: Piece, other: Piece): boolean => one.length === other.length && one.every((part, at) => part === other[at]);
const begins = (path: Path, held: readonly Piece[]): boolean => held.length <= path.pieces.length && held.every((piece, at) => same(piece, path.pieces[at]!));

function orders(pieces: readonly Piece[]): (readonly Piece[])[] {
  if (pieces.length < 2) return [pieces];
  return pieces.flatMap((first, at) => orders(pieces.filter((_, other) => other !== at)).map((rest) => [first, ...rest]));
}

export class Choosing {
  readonly #manners: Manners;
  readonly #given: () => Given;
  #picked: readonly Piece[] = $state.raw([]);
  #asked = 0; // questions so far; an answer to an older one comes too late

  readonly #legal = $derived.by(() => (this.#given().busy ? NONE : this.#given().moment.look.legal));
  readonly #moves = $derived.by(() => offer(this.#manners.game, this.#legal));
  readonly #paths = $derived.by(() =>
    this.#moves.flatMap((move): Path[] => {
      const way = this.#manners.ways[move.kind];
      if (!way?.pieces) return [];
      const pieces = way.pieces(move.fields);
      return (way.anyOrder ? orders(pieces) : [pieces]).map((each) => ({ move, way, pieces: each }));
    }),
  );
  /** What is picked up and not yet put down; after a new look it may have fallen. */
  readonly held: readonly Piece[] = $derived.by(() => (this.#paths.some((path) => begins(path, this.#picked)) ? this.#picked : []));

  readonly #line = $derived.by(() => ({ actions: this.#actions(), saying: this.#saying() }));

  /** Made while the board is made. */
  constructor(manners: Manners, given: () => Given) {
    this.#manners = manners;
    this.#given = given;
    // With every look and all that happens the shell takes from the prompt what is not offered again; what
    // stands alone or is still held is.
    let before: { line: object; look: object } | null = null;
    $effect(() => {
      const [{ look, fresh, behind }, line] = [given().moment, this.#line];
      const stands = before !== null && before.line === line && before.look === look && fresh.length === 0;
      before = { line, look };
      if (stands) return;
      // What has fallen is not picked up again by itself; on the way to a look nothing falls.
      untrack(() => {
        if (!behind && !given().busy && this.held.length < this.#picked.length) this.cancel();
      });
      this.#asked++;
      untrack(() => (line.actions.length > 0 ? given().prompt.show(line.actions, line.saying) : given().prompt.clear()));
    });
    // On a shared device the next to look may be somebody else: what was asked for this one is not said.
    $effect(() => () => void this.#asked++);
  }

  /** Whether a move of this kind is legal. */
  offers(kind: string): boolean {
    return this.#moves.some((move) => move.kind === kind);
  }

  /** The held piece of this sort, if one is held. */
  holds(what: string): Piece | null {
    return this.held.find((piece) => piece[0] === what) ?? null;
  }

  grip(...piece: Piece): Grip {
    return { lit: this.lit(piece), held: this.held.some((each) => same(each, piece)), press: () => this.press(piece) };
  }

  /** Pressing it leads somewhere: it is held, goes with what is held, or begins something else. */
  lit(piece: Piece): boolean {
    if (this.held.some((each) => same(each, piece))) return true;
    const next = this.#next();
    return next.some((each) => same(each, piece)) || (!next.some((each) => each[0] === piece[0]) && this.#begun([piece]));
  }

  press(piece: Piece): void {
    if (!this.lit(piece)) return void this.#explain(piece);
    if (this.held.some((each) => same(each, piece))) {
      const whole = this.#whole(this.held);
      return whole ? this.#make(whole.move) : this.cancel();
    }
    const further = [...this.held, piece];
    this.#picked = this.#begun(further) ? further : [piece];
    const whole = this.#whole(this.#picked);
    if (whole && !whole.way.button) this.#make(whole.move);
  }

  cancel(): void {
    this.#picked = [];
  }

  /** Make a move that is a button, by its kind; without one, the server is asked why not. */
  button(kind: string): void {
    const move = this.#moves.find((each) => each.kind === kind);
    if (move) this.#make(move);
    else void this.#explain([kind]);
  }

  #begun(held: readonly Piece[]): boolean {
    return this.#paths.some((path) => begins(path, held));
  }

  #next(): readonly Piece[] {
    if (this.held.length === 0) return [];
    return this.#paths.flatMap((path) => (path.pieces.length > this.held.length && begins(path, this.held) ? [path.pieces[this.held.length]!] : []));
  }

  #whole(held: readonly Piece[]): Path | undefined {
    return held.length === 0 ? undefined : this.#paths.find((path) => path.pieces.length === held.length && begins(path, held));
  }

  #make(move: Offered): void {
    this.#picked = [];
    this.#given().prompt.clear();
    this.#given().act([move.text]);
  }

  #actions(): Action[] {
    if (this.held.length === 0) return this.#buttons();
    const cancel: Action = { key: "cancel", label: this.#manners.cancel(), kind: "plain", run: () => this.cancel() };
    const whole = this.#whole(this.held);
    return whole?.way.button ? [this.#button(whole.move, whole.way.button, whole.way), cancel] : [cancel];
  }

  #buttons(): Action[] {
    return this.#moves.flatMap((move) => {
      const way = this.#manners.ways[move.kind];
      return way?.button && !way.pieces ? [this.#button(move, way.button, way)] : [];
    });
  }

  #button(move: Offered, word: (fields: Fields) => string, { danger = false, more }: Way): Action {
    return { key: move.text, label: word(move.fields), more: more?.(move.fields), kind: danger ? "danger" : "yes", run: () => this.#make(move) };
  }

  #saying(): string | undefined {
    if (this.held.length === 0) return undefined;
    const path = this.#whole(this.held) ?? this.#paths.find((each) => begins(each, this.held));
    return path?.way.say?.(path.move.fields, this.held);
  }

  async #explain(piece: Piece): Promise<void> {
    const { prompt, why } = this.#given();
    const asked = ++this.#asked;
    const hint = this.#manners.hint?.(piece, this.held);
    if (hint && "no" in hint) return prompt.deny(hint.no);
    if (hint) return prompt.show(this.#line.actions, hint.say);
    const meant = this.#manners.meant(piece, this.held);
    if (meant.length === 0) return;
    const reasons = await why([...meant]).catch(unanswered);
    const reason = reasons.find((each) => each !== null);
    if (reason && asked === this.#asked) prompt.deny(reason);
  }
}

// The server cannot say, and says why: the line is lost, for one.
function unanswered(refusal: unknown): [Phrase] {
  if (refusal instanceof Refusal) return [refusal.why];
  throw refusal;
}
