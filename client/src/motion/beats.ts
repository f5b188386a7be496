// The order things are seen in where memory is the game. Every event is shown, one beat after the other,
// for as long as the board says it takes, and never again: not when the reader's own move is answered,
// not when many wait. While nobody looks at the page nothing is shown; what happened waits.

import type { Event, Look } from "../wire";

/** What is to be seen for a while: `look.events` are what happens in it. */
export interface Beat {
  look: Look;
  /** The table has not come to `look`'s view yet: there is more to be shown before. */
  behind: boolean;
}

/** How long an event is shown, in ms; 0: together with the next one. */
export type Pace = (event: Event) => number;

const MANY = 3; // looks that wait; from here on everything is shown faster
const HURRY = 0.6;

export class Beats {
  readonly #show: (beat: Beat) => void;
  readonly #shown: (upto: number) => void;
  readonly #seen: () => boolean;
  #pace: Pace | null = null;
  #queue: Look[] = [];
  #base: Look | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `shown` hears the index up to which events were shown to the end; `seen` says whether somebody looks. */
  constructor(show: (beat: Beat) => void, shown: (upto: number) => void, seen: () => boolean) {
    this.#show = show;
    this.#shown = shown;
    this.#seen = seen;
  }

  /** Begin, once it is known how long things take. */
  begin(pace: Pace): void {
    this.#pace = pace;
    this.#next();
  }

  add(look: Look): void {
    this.#queue.push(look);
    this.#next();
  }

  /** Somebody looks again. */
  wake(): void {
    this.#next();
  }

  /** Forget everything; the table is left or drawn anew. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#base = null;
  }

  #next(): void {
    const look = this.#queue[0];
    if (this.#timer !== undefined || !this.#pace || !look || !this.#seen()) return;
    let count = 0;
    let wait = 0;
    while (count < look.events.length && wait === 0) wait = this.#pace(look.events[count++] as Event);
    const events = look.events.slice(0, count);
    const upto = look.first + count;
    if (count === look.events.length) {
      this.#queue.shift();
      this.#base = { ...look, events: [] };
      this.#show({ look: { ...look, first: look.first, events }, behind: false });
    } else {
      this.#queue[0] = { ...look, first: upto, events: look.events.slice(count) };
      this.#show({ look: { ...(this.#base ?? look), legal: [], events }, behind: true });
    }
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#done(upto), this.#queue.length > MANY ? wait * HURRY : wait);
    } else {
      this.#done(upto);
    }
  }

  #done(upto: number): void {
    this.#timer = undefined;
    this.#shown(upto);
    this.#next();
  }
}
