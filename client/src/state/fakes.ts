// For tests: a server that says what it is told to say, and whole rooms and looks of which a test names only
// what it is about. No page uses this.

import { flushSync } from "svelte";

import type { Socket } from "../net/line";
import type { ChatLine, Event, FromTabMessage, Look, Phrase, Room, SeatInfo, ToTabMessage, Welcome } from "../wire";

export class FakeSocket implements Socket {
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: unknown) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  sent: FromTabMessage[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  /** The server says something. */
  say(message: ToTabMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }
}

export const person = (name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  kind: "human",
  name,
  level: null,
  present: true,
  away: null,
  owner: null,
  conceded: false,
  letters: null,
  ...more,
});

export const bot = (level: string, more: Partial<SeatInfo> = {}): SeatInfo => ({ ...person(""), kind: "bot", name: null, level, ...more });

export const line = (index: number, seat: number | null, more: Partial<ChatLine> = {}): ChatLine => ({
  index,
  seat,
  name: "N",
  text: "hi",
  at: 0,
  renamed: false,
  mixed: false,
  ...more,
});

export const room = (more: Partial<Room> = {}): Room => ({
  table: "T",
  game: "toy",
  options: {},
  status: "playing",
  seats: [person("Ada"), person("Bo")],
  host: 0,
  watching: 0,
  commitment: "c",
  seed: null,
  rematch: null,
  forgets: false,
  proposals: [],
  ended: null,
  expires: null,
  unplayable: null,
  older: false,
  ...more,
});

export const event = (key: string, args: Record<string, number> = {}): Phrase => ({ key, args });

/** A look of seat 0 of two. */
export const look = (version: number, first: number, events: (Event | null)[], view: Partial<Look["view"]> = {}, more: Partial<Look> = {}): Look => ({
  version,
  view: { seat: 0, seats: 2, waiting: [0], scores: [0, 0], places: null, ...view },
  legal: [],
  hints: null,
  prompt: { key: "toy.prompt" },
  first,
  events,
  undo: null,
  sections: [],
  ...more,
});

export const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  t: "welcome",
  build: "dev",
  seat: 0,
  also: [],
  room: room(),
  look: null,
  chat: [],
  yours: [],
  host: false,
  back: [],
  says: [],
  closing: null,
  since: null,
  bot_from: null,
  ...more,
});
