// @vitest-environment node

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { FromTabMessage, Move, ToTabMessage } from "../wire";
import { FIRST_WAIT, Line, LONGEST_WAIT, SILENCE, type LineState, type Socket } from "./line";

class FakeSocket implements Socket {
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: unknown) => void) | null = null;
  onclose: ((event: unknown) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  sent: FromTabMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  say(message: ToTabMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen?.({});
    this.say({ t: "welcome", build: "b", seat: 0, also: [], room: {} as never, look: null, chat: [], yours: [], host: false, back: [], since: null, bot_from: null, says: [], closing: null });
  }
}

let sockets: FakeSocket[];
let states: LineState[];
let heard: ToTabMessage[];
let events: number;
let line: Line;
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sockets = [];
  states = [];
  heard = [];
  events = 0;
  line = new Line({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    hello: () => ({ t: "hello", build: "b", table: "T", seat_token: null, events, chat: 0 }),
    heard: (message) => heard.push(message),
    changed: (state) => states.push(state),
    random: () => 1,
  });
  line.start();
});
afterEach(() => vi.useRealTimers());

const move = (id: string): Move => ({ t: "move", id, version: 3, moves: ["guess fruits"] });

test("hello goes first; the line is open only once it is welcomed", () => {
  expect(last().sent).toEqual([]);
  last().onopen?.({});
  expect(last().sent).toMatchObject([{ t: "hello", table: "T", events: 0 }]);
  expect(line.state.kind).toBe("opening");
  last().welcome();
  expect(line.state.kind).toBe("open");
});

test("a submission before the welcome waits for it", () => {
  line.submit(move("a"));
  last().onopen?.({});
  expect(last().sent.map((m) => m.t)).toEqual(["hello"]);
  last().welcome();
  expect(last().sent.at(-1)).toEqual(move("a"));
});

test("what was not answered is sent again under the same id, in order; what was answered is not", () => {
  last().welcome();
  for (const id of ["a", "b", "c"]) line.submit(move(id));
  last().say({ t: "done", id: "b", version: 4 });
  last().onclose?.({});
  vi.advanceTimersByTime(FIRST_WAIT);
  expect(sockets).toHaveLength(2);
  events = 7;
  last().welcome();
  expect(last().sent[0]).toMatchObject({ t: "hello", events: 7 });
  expect(last().sent.slice(1)).toEqual([move("a"), move("c")]);
  expect(line.unanswered).toEqual(["a", "c"]);
});

test("a refusal answers too and keeps the line", () => {
  last().welcome();
  line.submit(move("a"));
  last().say({ t: "refused", id: "a", why: { key: "error.move_illegal" }, final: false });
  expect(line.unanswered).toEqual([]);
  expect(line.state.kind).toBe("open");
});

test("pings are answered and not passed on", () => {
  last().welcome();
  last().say({ t: "ping" });
  expect(last().sent.at(-1)).toEqual({ t: "pong" });
  expect(heard.map((m) => m.t)).toEqual(["welcome"]);
});

test("nine seconds of silence lose the line; any word before that keeps it", () => {
  last().welcome();
  vi.advanceTimersByTime(SILENCE - 1);
  last().say({ t: "ping" });
  vi.advanceTimersByTime(SILENCE - 1);
  expect(line.state.kind).toBe("open");
  vi.advanceTimersByTime(1);
  expect(line.state).toMatchObject({ kind: "lost", since: 1_000_000 + 2 * SILENCE - 1 });
  expect(sockets[0]!.closed).toBe(true);
});

test("attempts come later and later, up to a limit, and `since` stays the first loss", () => {
  last().welcome();
  last().onclose?.({});
  const since = 1_000_000;
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    const state = line.state;
    if (state.kind !== "lost" || state.next === null) throw new Error("not lost");
    expect(state.since).toBe(since);
    waits.push(state.next - Date.now());
    vi.advanceTimersByTime(waits.at(-1)!);
    last().onclose?.({});
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]);
});

test("a welcome that never comes counts as lost", () => {
  last().onopen?.({});
  vi.advanceTimersByTime(SILENCE);
  expect(line.state.kind).toBe("lost");
});

test("a final refusal stops for good", () => {
  last().welcome();
  last().say({ t: "refused", id: null, why: { key: "error.seat_token_wrong" }, final: true });
  last().onclose?.({});
  vi.advanceTimersByTime(10 * LONGEST_WAIT);
  line.wake();
  expect(sockets).toHaveLength(1);
  expect(line.state).toEqual({ kind: "closed", why: { key: "error.seat_token_wrong" } });
});

test("coming online tries at once; going offline waits for that and not for a timer", () => {
  last().welcome();
  line.sleep();
  expect(line.state).toMatchObject({ kind: "lost", next: null });
  vi.advanceTimersByTime(10 * LONGEST_WAIT);
  expect(sockets).toHaveLength(1);
  line.wake();
  expect(sockets).toHaveLength(2);
  last().welcome();
  expect(line.state.kind).toBe("open");
});

test("a tab seen again after a long sleep notices that it heard nothing", () => {
  last().welcome();
  vi.setSystemTime(1_000_000 + 60_000); // timers were throttled, the clock went on
  line.wake();
  expect(line.state.kind).toBe("lost");
});

test("waking an open line that heard something lately changes nothing", () => {
  last().welcome();
  line.wake();
  expect(sockets).toHaveLength(1);
  expect(line.state.kind).toBe("open");
});

test("an old socket that speaks after its time is not heard", () => {
  const old = sockets[0]!;
  old.welcome();
  const listener = old.onmessage;
  line.restart();
  listener?.({ data: JSON.stringify({ t: "done", id: "x", version: 1 }) });
  expect(heard.map((m) => m.t)).toEqual(["welcome"]);
  expect(old.closed).toBe(true);
});

test("stop closes and forgets", () => {
  last().welcome();
  line.submit(move("a"));
  line.stop();
  vi.advanceTimersByTime(10 * LONGEST_WAIT);
  expect(sockets).toHaveLength(1);
  expect(line.unanswered).toEqual([]);
  line.submit(move("b"));
  expect(line.unanswered).toEqual([]);
});

test("a line tells whether it is slow, and goes over to a better one without being lost", () => {
  line.stop();
  line = new Line({
    open: () => {
      const socket = Object.assign(new FakeSocket(), { slow: sockets.length === 1, onbetter: null as (() => void) | null });
      sockets.push(socket);
      return socket;
    },
    hello: () => ({ t: "hello", build: "b", table: "T", seat_token: null, events, chat: 0 }),
    heard: (message) => heard.push(message),
    changed: (state) => states.push(state),
  });
  states = [];
  line.start();
  const slow = last();
  slow.welcome();
  expect(line.state).toEqual({ kind: "open", slow: true });
  line.submit(move("m1"));
  (slow as Socket).onbetter?.();
  last().welcome();
  expect(slow.closed).toBe(true);
  expect(line.state).toEqual({ kind: "open", slow: false });
  expect(last().sent.at(-1)).toMatchObject({ t: "move", id: "m1" });
  expect(states.map((each) => each.kind)).not.toContain("lost");
});
