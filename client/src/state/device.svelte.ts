// The device: which seats of this table are played on it, which of them is looked at, and the cover that
// lies over the table while the device goes from one person to the next.

import { announcer } from "../a11y/announce.svelte";
import { addSeatTokens, dropSeatTokens, seatTokens } from "../net/seats";
import type { Event } from "../wire";
import type { Reader, Server } from "./known.svelte";
import { type Missed, missedOf } from "./meanwhile";

/** Events told to a person who takes the device. */
export const SINCE = 12;

export class Device {
  readonly #table: string;
  readonly #server: Server;
  readonly #reader: Reader;
  #tokens: string[] = []; // of this device's seats
  #chosen: string | null = null; // of the seat that is looked at
  #asked: string[] = []; // the tokens of the last hello's `also`
  #old: string | null = null; // of a seat that somebody plays in our place
  #heard = new Map<number, number>(); // by seat of this device: events it has seen

  /** Several people share this device (or did until just now, and it is covered). */
  shared = $derived.by(() => this.#server.here.length > 1 || this.#reader.cover !== null);
  /** The seat of this device the table waits for once the one looked at is done, if it is. */
  next = $derived.by(() => {
    const { here, look, newest, room, seat } = this.#server;
    if (here.length < 2 || seat === null || room?.status !== "playing" || !look || look !== newest) return null;
    if (look.view.waiting.includes(seat) || this.#reader.pending !== null) return null;
    return this.#nextOf(seat, look.view.waiting);
  });
  /** To whom the covered device is to be passed; null when anybody may take it. */
  passing = $derived.by(() => {
    const { cover } = this.#reader;
    if (!cover) return null;
    const { room, seatsHere, waiting } = this.#server;
    if (cover.next !== null && (seatsHere.length === 0 || seatsHere.includes(cover.next))) return cover.next;
    return room?.status === "playing" ? this.#nextOf(-1, waiting) : null;
  });
  /** Seats of this guest that nothing on this device proves, while it only watches. */
  lost = $derived.by(() => {
    const { here, room, seat, yours } = this.#server;
    if (seat !== null || here.length > 0 || this.#reader.cover || !room || room.status === "over") return [];
    return yours.filter((each) => room.seats[each]?.kind === "human");
  });

  constructor(table: string, server: Server, reader: Reader) {
    this.#table = table;
    this.#server = server;
    this.#reader = reader;
    this.read();
  }

  /** What proves the seat that is looked at. */
  get chosen(): string | null {
    return this.#chosen;
  }

  /** No seat is looked at: what the server tells is what everybody may know, and hardly any of it is used. */
  get covered(): boolean {
    return this.#reader.cover !== null && this.#chosen === null;
  }

  /** The tokens for hello's `also`: of the seats that are not looked at. */
  ask(): string[] {
    const others = this.#reader.cover !== null || this.#tokens.length > 1;
    this.#asked = others ? this.#tokens.filter((each) => each !== this.#chosen) : [];
    return this.#asked;
  }

  /** The seat this device took first: its owner's, before the start. */
  get home(): number | null {
    const first = this.#tokens.find((token) => this.#server.here.some((each) => each.token === token));
    return this.#server.here.find((each) => each.token === first)?.seat ?? null;
  }

  /** What proves a seat of this device. */
  tokenOf(seat: number | null): string | null {
    return this.#server.here.find((each) => each.seat === seat)?.token ?? null;
  }

  /** Take the tokens anew. One seat is looked at right away; of several none, until somebody says who they are. */
  read(): void {
    this.#tokens = seatTokens(this.#table);
    const alone = this.#tokens.length <= 1;
    this.#chosen = alone ? (this.#tokens[0] ?? null) : null;
    this.#reader.cover = alone ? null : { next: null, taking: null };
    if (alone) this.#server.here = [];
  }

  add(tokens: readonly (string | null)[]): void {
    addSeatTokens(this.#table, tokens);
  }

  /** A seat is not played here any more; without one, the seat that is looked at. */
  drop(seat?: number): void {
    dropSeatTokens(this.#table, [seat === undefined ? this.#chosen : this.tokenOf(seat)]);
  }

  /** What proves that a seat was ours before somebody played it in our place. */
  get old(): string | null {
    return this.#old;
  }

  /** It has served. */
  forgetOld(): void {
    dropSeatTokens(this.#table, [this.#old]);
    this.#old = null;
  }

  /** There is something on this device that this page has not taken. */
  get renewed(): boolean {
    return seatTokens(this.#table).some((each) => each !== this.#old);
  }

  /** Whether a cover may be laid: several people play here, and none lies yet. */
  get coverable(): boolean {
    return this.#reader.cover?.taking !== null && this.#tokens.length > 1;
  }

  /** Lay the cover. `heard`: how many events the seat that was looked at has seen. */
  cover(next: number | null, heard: number): void {
    const { look, seat, waiting } = this.#server;
    if (seat !== null) this.#heard.set(seat, heard);
    this.#server.waiting = look?.view.waiting ?? waiting;
    this.#chosen = null;
    this.#reader.cover = { next, taking: null };
    announcer.clear();
  }

  /** Somebody has the covered device and says who they are; whether that can be. */
  take(seat: number): boolean {
    const token = this.tokenOf(seat);
    const { cover } = this.#reader;
    if (!cover || cover.taking !== null || token === null) return false;
    this.#chosen = token;
    this.#reader.cover = { ...cover, taking: seat };
    return true;
  }

  /** The cover is lifted; whether there was one. */
  lift(): boolean {
    const lay = this.#reader.cover !== null;
    this.#reader.cover = null;
    return lay;
  }

  /**
   * Of the events that a seat's stream begins with at `first`: what happened since it was last looked at,
   * which the server knows (`since`) where this page does not.
   */
  missed(first: number, events: readonly (Event | null)[], since: number | null): Missed[] {
    const heard = this.#heard.get(this.#server.seat ?? -1) ?? since ?? 0;
    return missedOf(this.#server.log, first, events, heard, null).slice(-SINCE);
  }

  /** The key opens nothing any more: the host has freed this chair, or somebody plays in our place (`back`). */
  unseat(back: readonly number[]): void {
    if (back.length > 0) this.#old = this.#chosen;
    else dropSeatTokens(this.#table, [this.#chosen]);
    this.#tokens = this.#tokens.filter((each) => each !== this.#chosen);
    this.#chosen = null;
  }

  /** The seats that our tokens open; the void ones are forgotten. Whether the page is to be seated anew. */
  open(seat: number | null, also: readonly (number | null)[]): boolean {
    const here = this.#asked.flatMap((token, at) => (also[at] == null ? [] : [{ seat: also[at], token }]));
    const lost = this.#asked.filter((_, at) => also[at] == null);
    if (seat !== null && this.#chosen !== null) here.push({ seat, token: this.#chosen });
    this.#server.here = here.sort((one, other) => one.seat - other.seat);
    if (lost.length === 0) return false;
    dropSeatTokens(this.#table, lost);
    this.#tokens = this.#tokens.filter((each) => !lost.includes(each));
    // Whoever is alone on the device needs no cover, but one that lies there is lifted by hand.
    const before = this.#server.room?.status === "open";
    return this.covered && (this.#tokens.length === 0 || (before && this.#tokens.length === 1));
  }

  #nextOf(after: number, waiting: readonly number[]): number | null {
    const due = this.#server.seatsHere.filter((seat) => seat !== after && waiting.includes(seat));
    return due.find((seat) => seat > after) ?? due[0] ?? null;
  }
}
