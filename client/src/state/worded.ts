// Nothing of a game is drawn or read aloud before its words are here: until then, what the server says of
// the table waits.

import { boardOf } from "../boards";
import type { ToTabMessage } from "../wire";

/** The part of the house that is used. */
interface Words {
  has(game: string): boolean;
  need(game: string): Promise<void>;
}

/** Have what the tables of a game need: its words and its board. */
export function prepare(words: Words, game: string): Promise<void> {
  boardOf({ game }).catch(() => undefined); // whoever draws asks again, and says so
  return words.need(game);
}

export class Worded {
  readonly #words: Words;
  readonly #hear: (message: ToTabMessage) => void;
  #held: ToTabMessage[] | null = null;

  constructor(words: Words, hear: (message: ToTabMessage) => void) {
    this.#words = words;
    this.#hear = hear;
  }

  /** Something came from the server: it is heard now, or as soon as there are words for it. */
  pass(message: ToTabMessage): void {
    if (message.t === "welcome") {
      // What was held was said to a line that is gone; this one has been told all of it again.
      const held = this.#held !== null;
      this.#held = held || !this.#words.has(message.room.game) ? [] : null;
      if (!held && this.#held) void prepare(this.#words, message.room.game).then(() => this.#release());
    }
    if (this.#held) this.#held.push(message);
    else this.#hear(message);
  }

  /** The page is left. */
  stop(): void {
    this.#held = null;
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const message of held) this.#hear(message);
  }
}
