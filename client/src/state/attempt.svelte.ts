// What the reader asks of the server with a button, outside the game: one thing at a time, and why it came to nothing.

import { reasonOf } from "../net/api";
import type { Phrase } from "../wire";
import { say } from "./house.svelte";

export class Attempt {
  /** It is on its way: whatever would begin another waits. */
  sending = $state(false);
  #why: Phrase | null = $state.raw(null);
  /** Why the last one came to nothing, in words. */
  why: string | null = $derived(this.#why && say(this.#why));

  #last: Promise<void> = Promise.resolve();

  /** Do it, unless one is on its way. */
  async run(work: () => Promise<unknown>): Promise<void> {
    if (!this.sending) await (this.#last = this.#do(work));
  }

  /** Do it once what is on its way has come to its end. */
  next(work: () => Promise<unknown>): Promise<void> {
    return (this.#last = this.#last.then(() => this.#do(work)));
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    this.sending = true;
    try {
      await work();
      this.#why = null;
    } catch (error) {
      this.#why = reasonOf(error);
    } finally {
      this.sending = false;
    }
  }

  /** It is not even tried, for a reason of the house. */
  refuse(key: string): void {
    this.#why = { key };
  }

  /** What stood in the way is being mended. */
  clear(): void {
    this.#why = null;
  }
}
