// A table where memory is the game: the page shows each event once and keeps nothing of it.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addSeatTokens } from "../net/seats";
import type { Event, Look } from "../wire";
import { FakeSocket, look as lookOf, room as roomOf, welcome as welcomed } from "./fakes";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { Table } = await import("./table.svelte");

const room = roomOf({ seats: [], forgets: true });
const once = (each: string | Event | null): Event | null => (typeof each === "string" ? { key: each, args: {}, once: true } : each);
const look = (version: number, first: number, ...events: (string | Event | null)[]): Look => lookOf(version, first, events.map(once));

let sockets: FakeSocket[];
let table: InstanceType<typeof Table>;
const socket = () => sockets.at(-1)!;
const shown = () => socket().sent.flatMap((each) => (each.t === "shown" ? [each.events] : []));
const fresh = () => table.server.fresh.map((each) => each.key);
const log = () => table.server.log.map((each) => each.key);
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
};

function open(): void {
  table = new Table("T", () => {
    sockets.push(new FakeSocket());
    return socket();
  });
  socket().onopen?.({});
}
const welcome = (now: Look) => socket().say(welcomed({ seat: 0, room, look: now }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  addSeatTokens("T", ["token-of-a-seat"]);
  sockets = [];
  open();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

test("one event after the other, then nothing is left of any", async () => {
  welcome(look(1, 0));
  socket().say({ t: "look", look: look(2, 0, "one", "two") });
  await pass(0);
  expect(fresh()).toEqual(["one"]);
  expect(table.server.behind).toBe(true);
  expect(table.busy).toBe(true);
  await pass(800);
  expect(fresh()).toEqual(["two"]);
  expect(table.server.look?.version).toBe(2);
  expect(table.busy).toBe(false);
  await pass(6_500);
  expect(fresh()).toEqual([]);
  socket().say({ t: "look", look: look(3, 2) });
  await pass(0);
  expect(table.server.log).toEqual([]);
  const { moment, newest, log, chat, room: around } = table.server;
  const { actions, saying, refusal } = table.reader;
  const kept = JSON.stringify([moment, newest, log, chat, around, actions, saying, refusal]);
  expect(kept).toContain("toy.prompt");
  expect(kept).not.toMatch(/"one"|"two"/);
});

test("what was shown is said to the server and counted in this browser, as a number", async () => {
  welcome(look(1, 0));
  socket().say({ t: "look", look: look(2, 0, "one", "two") });
  await pass(100);
  expect(shown()).toEqual([]);
  await pass(800);
  expect(shown()).toEqual([1]);
  await pass(800);
  expect(shown()).toEqual([1, 2]);
  expect(localStorage.getItem("potluck.shown.T.token-of")).toBe("2");
});

test("a reload asks for what was not shown to its end, and says again what was", async () => {
  welcome(look(1, 0));
  socket().say({ t: "look", look: look(2, 0, "one", "two", "three") });
  await pass(900); // in the middle of the second
  table.close();
  open();
  expect(socket().sent[0]).toMatchObject({ t: "hello", events: 0, shown: 1 });
  welcome(look(2, 1, "two", "three"));
  expect(shown()).toEqual([1]);
  await pass(0);
  expect(fresh()).toEqual(["two"]);
});

test("who moves has seen what there was to see", async () => {
  welcome(look(1, 0, "one"));
  await pass(0);
  expect(shown()).toEqual([]);
  table.act(["x"]);
  expect(socket().sent.slice(-2).map((each) => each.t)).toEqual(["shown", "move"]);
  expect(shown()).toEqual([1]);
});

test("the count of another seat is worth nothing", () => {
  localStorage.setItem("potluck.shown.T.another.", "7");
  table.close();
  open();
  expect(socket().sent[0]).toMatchObject({ t: "hello", events: 0, shown: 0 });
});

test("a lost line loses and repeats nothing that waits in the page", async () => {
  welcome(look(1, 0));
  socket().say({ t: "look", look: look(2, 0, "one", "two") });
  await pass(0);
  socket().onclose?.({});
  await pass(1_000);
  socket().onopen?.({});
  expect(socket().sent[0]).toMatchObject({ t: "hello", events: 2 });
  welcome(look(3, 2, "three"));
  expect(fresh()).toEqual(["two"]);
  await pass(2_000);
  expect(log()).toEqual(["three"]);
});

test("played on in another tab, nothing of the game stays in this one; it can be taken back", async () => {
  welcome(look(1, 0, "one"));
  await pass(0);
  socket().say({ t: "refused", id: null, why: { key: "error.seat_elsewhere", args: {} }, final: true });
  expect([table.server.look, table.server.newest, fresh()]).toEqual([null, null, []]);
  expect(table.server.line.kind).toBe("closed");
  table.seating.anew();
  socket().onopen?.({});
  welcome(look(1, 0, "one"));
  await pass(0);
  expect(fresh()).toEqual(["one"]);
});

// Some is told once, and of some of that a form is kept.

const plain = (key: string): Event => ({ key, args: {} });
const hidden = (key: string, kept: string | null = null): Event => ({ key, args: {}, once: true, kept: kept === null ? null : plain(kept) });

test("the log has the words while they are shown, and then the form that is kept", async () => {
  welcome(look(1, 0, plain("begun")));
  expect(log()).toEqual(["begun"]);
  socket().say({ t: "look", look: look(2, 1, hidden("laid beans", "laid a card"), hidden("saw beans")) });
  await pass(0);
  expect(log()).toEqual(["begun", "laid beans"]);
  await pass(800);
  expect(log()).toEqual(["begun", "laid a card", "saw beans"]);
  await pass(7_000);
  expect(log()).toEqual(["begun", "laid a card"]);
  const { moment, newest } = table.server;
  expect(JSON.stringify([moment, newest, table.server.log])).not.toContain("beans");
});

test("what is over is no news after a reload, what was not shown is shown after it, and the log is whole", async () => {
  welcome(look(9, 0, plain("begun"), plain("laid a card"), null, hidden("laid eggs", "laid a card"), plain("turn")));
  await pass(0);
  expect(fresh()).toEqual(["laid eggs"]);
  expect(log()).toEqual(["begun", "laid a card", "laid eggs"]);
  expect(table.busy).toBe(true);
  await pass(800);
  expect(log()).toEqual(["begun", "laid a card", "laid a card", "turn"]);
  expect(shown()).toEqual([4]);
  expect(table.busy).toBe(false);
});
