// Who plays on this device, where that changes: seats are taken and left, passed on, lost and come back to.
// Each time another stream is told, so the server hears hello anew, and nothing of the stream before stays.

import { api } from "../net/api";
import type { Line } from "../net/line";
import type { Device } from "./device.svelte";
import type { Reader, Server } from "./known.svelte";
import type { Stream } from "./stream.svelte";

/** What seating needs of its table. */
export interface Around {
  table: string;
  server: Server;
  reader: Reader;
  device: Device;
  stream: Pick<Stream, "follow" | "has">;
  line: Pick<Line, "again" | "restart">;
  /** Everything that came from one seat's stream, and everything begun there, goes. */
  forget(): void;
}

export class Seating {
  readonly #around: Around;
  #asked: number | null = null; // a seat of ours that somebody else was asked for

  constructor(around: Around) {
    this.#around = around;
    around.stream.follow(around.device.chosen);
  }

  /** The seats of this device are other ones now: say hello with their tokens. */
  anew(): void {
    const { device, forget, line, stream } = this.#around;
    forget();
    device.read();
    stream.follow(device.chosen);
    line.restart();
  }

  /** More seats of this table are played on this device. */
  add(...tokens: (string | null)[]): void {
    this.#around.device.add(tokens);
    this.anew();
  }

  /** A seat is not played on this device any more; without one, the seat that is looked at. */
  drop(seat?: number): void {
    this.#around.device.drop(seat);
    this.anew();
  }

  /** The key of a seat of ours is lost here: get a new one, or what another tab has put down meanwhile. */
  async takeBack(seat: number): Promise<void> {
    const { device, table } = this.#around;
    if (device.renewed) return this.anew();
    const { seat_token } = await api.reclaim(table, seat);
    device.forgetOld();
    this.add(seat_token);
  }

  /** The page has just been opened: seats of ours that no tab holds need no press to be had. */
  greeted(): void {
    const { device, server } = this.#around;
    const free = device.lost.filter((seat) => server.room?.seats[seat]?.present === false);
    void (async () => {
      for (const seat of free) await this.takeBack(seat);
    })().catch(() => undefined); // then a press does it
  }

  /** Back to a seat that a bot or somebody else plays. False: who plays it has been asked. */
  async comeBack(seat: number): Promise<boolean> {
    const { device, table } = this.#around;
    const { seat_token } = await api.back(table, seat, device.old);
    if (seat_token === null) {
      this.#asked = seat;
      return false;
    }
    device.forgetOld();
    this.add(seat_token);
    return true;
  }

  /** These seats are this guest's now. Where one of them was asked for, whoever played it has given it back: sit down. */
  owned(yours: readonly number[]): void {
    const asked = this.#asked;
    if (asked === null || !yours.includes(asked)) return;
    this.#asked = null;
    if (this.#around.server.seat === null) void this.takeBack(asked).catch(() => undefined); // then a press does it
  }

  /** Our token opens no seat any more: what was told to it is no part of what comes. */
  lost(back: readonly number[]): void {
    const { device, forget, stream } = this.#around;
    forget();
    device.unseat(back);
    stream.follow(null);
  }

  /** The seats that our tokens open. */
  open(seat: number | null, also: readonly (number | null)[]): void {
    if (this.#around.device.open(seat, also)) queueMicrotask(() => this.anew());
  }

  /** The device goes to somebody else: nothing of the seat that was looked at stays. */
  pass(next: number | null): void {
    if (this.#around.reader.pending === null && this.cover(next)) this.#around.line.again();
  }

  /** Lay the cover, if several people play here and none lies yet; whether it was laid. */
  cover(next: number | null): boolean {
    const { device, forget, stream } = this.#around;
    if (!device.coverable) return false;
    device.cover(next, stream.has.events);
    forget();
    return true;
  }

  /** Somebody has the covered device and says who they are. */
  take(seat: number): void {
    const { device, line, stream } = this.#around;
    if (!device.take(seat)) return;
    stream.follow(device.chosen);
    line.again();
  }
}
