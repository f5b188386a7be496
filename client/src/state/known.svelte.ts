// What a tab knows of its table, in two halves. `Server`: what the server said, in the order it is shown.
// `Reader`: what the reader holds that nobody else knows. The parts of a table (stream, device, talk,
// sending) each write their own share of both; pages read them.

import type { Action } from "../boards";
import type { Moment } from "../motion/moment";
import type { LineState } from "../net/line";
import type { ChatLine, Event, Look, Phrase, Room } from "../wire";
import type { Missed } from "./meanwhile";
import type { Excerpt } from "./names";

/** A seat that is played on this device, and what proves it. */
export interface HereSeat {
  seat: number;
  token: string;
}

/** Nobody's view is shown: the device is on its way. `next`: to whom; `taking`: who has said to be here. */
export interface Cover {
  next: number | null;
  taking: number | null;
}

export class Server {
  room: Room | null = $state.raw(null);
  seat: number | null = $state(null);
  line: LineState = $state.raw({ kind: "opening" });
  welcomed = $state(false);
  /** This guest holds the host's rights now. */
  hosting = $state(false);
  /** All seats of this guest, by the cookie; some may have lost their token here. */
  yours: readonly number[] = $state.raw([]);
  /** Seats that are this guest's to come back to: a bot or somebody else plays them. */
  back: readonly number[] = $state.raw([]);

  /** What this guest has a say in now: proposals by their key, made or not. */
  says: readonly string[] = $state.raw([]);
  /** How an unfinished table is stopped from here: at once, by a vote of those who play, or not at all. */
  closing: "now" | "vote" | null = $state(null);

  /** Device: the seats on it, the one looked at among them, in seat order. */
  here: HereSeat[] = $state.raw([]);
  /** Device: whom the table waits for, as everybody knows; kept while no seat is looked at. */
  waiting: readonly number[] = $state.raw([]);

  /** Stream: what is on the table now. */
  moment: Moment | null = $state.raw(null);
  /** Stream: the newest look, which the table may still be on its way to. */
  newest: Look | null = $state.raw(null);
  /** Stream: what has happened, as far as it has been shown. What is told once stands here for a moment. */
  log: Event[] = $state([]);

  /** Talk. */
  chat: ChatLine[] = $state([]);

  /** The seats on this device. */
  seatsHere: readonly number[] = $derived(this.here.map((each) => each.seat));
  /** Seats of whoever reads: several people on one device have one voice. */
  ours: readonly number[] = $derived([...new Set([...this.yours, ...this.seatsHere, ...(this.seat === null ? [] : [this.seat])])]);

  /** The look that is reached; may be behind `newest` while moves are shown one after the other. */
  look: Look | null = $derived(this.moment?.look ?? null);
  /** Events are being shown whose end is not on the table yet. */
  behind: boolean = $derived(this.moment?.behind ?? false);
  /** What happens in this moment. */
  fresh: readonly Event[] = $derived(this.moment?.fresh ?? []);
}

const STAYS = 6_000; // ms that a refusal stands in the way of the instruction

export class Reader {
  #refusal: Phrase | null = $state.raw(null);
  #giving: ReturnType<typeof setTimeout> | undefined;

  /** The board's buttons in the prompt, and what it says while a selection is open. */
  actions: Action[] = $state.raw([]);
  saying: string | null = $state(null);

  /** Sending: the id of the one on its way. */
  pending: string | null = $state(null);
  /** Sending: the moves it makes, in words; none where nothing is on its way, or an undo. */
  making: readonly Phrase[] = $state.raw([]);
  /** Talk: others' lines that came since the talk was last looked at. */
  unread = $state(0);

  /** Device. */
  cover: Cover | null = $state.raw(null);
  /** Device: what happened while others had it, for who has just taken it. */
  since: readonly Excerpt[] = $state.raw([]);

  /** Stream: what happened while nobody looked, for who has just come back. */
  meanwhile: readonly Missed[] = $state.raw([]);

  /** Nudging: the seat of who waits for the reader. */
  nudged: number | null = $state(null);

  /** Why what was tried last may not be; after a while it gives way. */
  get refusal(): Phrase | null {
    return this.#refusal;
  }

  /** Say why not, or, with null, say it no longer. */
  refuse(why: Phrase | null): void {
    clearTimeout(this.#giving);
    this.#refusal = why;
    if (why) this.#giving = setTimeout(() => (this.#refusal = null), STAYS);
  }
}
