// The order things are seen in. Looks arrive as fast as bots think; the eye needs a moment for each
// move that is not its own. A look is shown at once when nothing is being looked at; otherwise it waits
// for its turn. A long queue is folded so that the reader is never far behind, and events are never lost.

import type { Look } from "../wire";

export const PAUSE = 400; // ms at speed 1, after a look in which something happened
const LONGEST_QUEUE = 4;

/** Two looks as one: the later one's view, the events of both. */
export function fold(earlier: Look, later: Look): Look {
  return { ...later, first: earlier.first, events: [...earlier.events, ...later.events] };
}

export class Sequence {
  readonly #show: (look: Look) => void;
  readonly #speed: () => number;
  #queue: Look[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busyUntil = 0;

  /** `show` puts a look on the table; `speed` is the factor on pauses, 0 for none. */
  constructor(show: (look: Look) => void, speed: () => number) {
    this.#show = show;
    this.#speed = speed;
  }

  /** Whether newer looks wait than the one on the table. */
  get waiting(): boolean {
    return this.#queue.length > 0;
  }

  /** A new look. `own`: it answers the reader's own move, so that nothing need be found by the eye. */
  add(look: Look, own: boolean): void {
    this.#queue.push(look);
    while (this.#queue.length > LONGEST_QUEUE) {
      const [first, second, ...rest] = this.#queue;
      this.#queue = first && second ? [fold(first, second), ...rest] : rest;
    }
    if (own || this.#speed() <= 0 || document.hidden) this.flush();
    else this.#next();
  }

  /** Show everything that waits, as one. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#queue;
    this.#queue = [];
    const last = all.length > 0 ? all.reduce(fold) : null;
    if (last) this.#put(last);
  }

  /** Forget what waits; the table is left or drawn anew. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#busyUntil = 0;
  }

  #put(look: Look): void {
    this.#busyUntil = look.events.length > 0 ? Date.now() + PAUSE * this.#speed() : 0;
    this.#show(look);
  }

  #next(): void {
    if (this.#timer !== undefined) return;
    const wait = this.#busyUntil - Date.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#next();
      }, wait);
      return;
    }
    const look = this.#queue.shift();
    if (!look) return;
    this.#put(look);
    if (this.#queue.length > 0) this.#next();
  }
}
