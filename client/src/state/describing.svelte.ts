// Whether the server is to describe looks in words (`sections`): for the plain board, for who reads a board
// as text, and for boards that take words from it. Until it is known which board there is, it is.

import { type Board, boardOf } from "../boards";
import type { FromTabMessage, Room } from "../wire";
import { settings } from "./settings.svelte";

export class Describing {
  readonly #tell: (message: FromTabMessage) => void;
  readonly #stopped: () => void;
  #known = $state(false);
  #board: Board | null = $state.raw(null);
  #said = true; // to the server
  #open = false; // it has welcomed us on this line

  constructor(tell: (message: FromTabMessage) => void) {
    this.#tell = tell;
    this.#stopped = $effect.root(() => {
      $effect(() => this.#say(this.#wanted));
    });
  }

  get #wanted(): boolean {
    return !this.#known || settings.text || !this.#board?.board || this.#board.described === true;
  }

  /** For hello. */
  hello(): boolean {
    this.#open = false;
    return (this.#said = this.#wanted);
  }

  /** The server has welcomed us to a table. */
  welcomed(room: Room): void {
    this.#open = true;
    this.#say(this.#wanted);
    if (this.#known) return;
    const begin = (board: Board | null) => {
      this.#board = board;
      this.#known = true;
    };
    boardOf(room).then(begin, () => undefined);
  }

  /** The page is left. */
  close(): void {
    this.#stopped();
  }

  #say(on: boolean): void {
    if (!this.#open || on === this.#said) return;
    this.#said = on;
    this.#tell({ t: "describe", on });
  }
}
