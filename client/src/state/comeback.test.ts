// Coming back: what happened meanwhile, and the seat that a bot or somebody else plays.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addSeatTokens, dropSeatTokens, seatTokens } from "../net/seats";
import type { Event, Welcome } from "../wire";
import { bot, event as e, FakeSocket, look, person, room, welcome } from "./fakes";

vi.mock("../boards", () => ({ boardOf: async () => null }));
const posts: { path: string; body: unknown }[] = [];
let answer: unknown = {};
vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
  if (init?.method !== "POST") return new Promise(() => undefined); // no words, no house
  posts.push({ path, body: JSON.parse(String(init.body)) });
  return Promise.resolve(new Response(JSON.stringify(answer)));
});
const { Table } = await import("./table.svelte");

const TOKEN = "token-of-a-seat";
let sockets: FakeSocket[];
let table: InstanceType<typeof Table>;
let visible: DocumentVisibilityState;
const socket = () => sockets.at(-1)!;
const meanwhile = () => table.reader.meanwhile.map((each) => each.event.key);
const events = (count: number, from = 0): Event[] => Array.from({ length: count }, (_, at) => e(`e${from + at}`));
const say = (more: Partial<Welcome>) => socket().say(welcome(more));

function open(): void {
  table = new Table("T", () => {
    sockets.push(new FakeSocket());
    return socket();
  });
  socket().onopen?.({});
}
function again(): void {
  table.close();
  open();
}
function turn(to: DocumentVisibilityState): void {
  visible = to;
  document.dispatchEvent(new Event_("visibilitychange"));
  flushSync();
}
const Event_ = globalThis.Event;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  addSeatTokens("T", [TOKEN]);
  sockets = [];
  posts.length = 0;
  visible = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible);
  open();
});
afterEach(() => {
  table.close();
  dropSeatTokens("T", seatTokens("T"));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a reload tells nothing when nothing happened, and what happened when something did", () => {
  say({ look: look(3, 0, events(3)) });
  expect(meanwhile()).toEqual([]);
  again();
  say({ look: look(3, 0, events(3)), since: 0 });
  expect(meanwhile()).toEqual([]);
  again();
  say({ look: look(5, 0, events(5)), since: 0 });
  expect(meanwhile()).toEqual(["e3", "e4"]);
  // All of it is in the log, and the table stands at the newest.
  expect(table.server.log).toHaveLength(5);
  expect(table.busy).toBe(false);
});

test("until it was put away a reload tells it again; a move puts it away", () => {
  say({ look: look(3, 0, events(3)) });
  again();
  say({ look: look(5, 0, events(5)) });
  again();
  say({ look: look(5, 0, events(5)) });
  expect(meanwhile()).toEqual(["e3", "e4"]);
  table.caughtUp();
  again();
  say({ look: look(5, 0, events(5)) });
  expect(meanwhile()).toEqual([]);
  again();
  say({ look: look(6, 0, events(6)) });
  expect(meanwhile()).toEqual(["e5"]);
  table.act(["x"]);
  expect(meanwhile()).toEqual([]);
  again();
  say({ look: look(6, 0, events(6)) });
  expect(meanwhile()).toEqual([]);
});

test("on a device that has seen nothing the server knows from where on", () => {
  say({ look: look(5, 0, events(5)), since: 4, bot_from: 4 });
  expect(table.reader.meanwhile).toEqual([{ event: e("e4"), named: 0, bot: true }]);
});

test("what was missed is told by the names of then, also when somebody takes another one while it is read", () => {
  const did = (at: number) => ({ key: "event.undo", args: { seat: 1, n: at }, once: false, kept: null, texts: {} });
  const renamed = (before: string, after: string): Event => ({ ...did(0), key: "event.renamed", args: { seat: 1 }, texts: { before, after } });
  const called = () => table.reader.meanwhile.map((each) => table.called(1, each));
  const as = (name: string) => room({ seats: [person("Ada"), person(name)] });
  say({ look: look(4, 0, [did(1), renamed("Bob", "Bo"), did(2), did(3)]), room: as("Bo"), since: 2 });
  expect(called()).toEqual(["Bo", "Bo"]);
  socket().say({ t: "room", room: as("Bea") });
  socket().say({ t: "look", look: look(5, 4, [renamed("Bo", "Bea")]), done: null });
  expect(called()).toEqual(["Bo", "Bo"]);
  again();
  say({ look: look(5, 0, [did(1), renamed("Bob", "Bo"), did(2), renamed("Bo", "Bea")]), room: as("Bea"), since: 0 });
  expect(called()).toEqual(["Bob", "Bo", "Bo", "Bea"]);
});

test("whoever has no seat has missed nothing", () => {
  say({ seat: null, look: look(5, 0, events(5)), since: 0 });
  expect(meanwhile()).toEqual([]);
});

test("after a short break what happened is shown happening; after a long one it is told", () => {
  say({ look: look(3, 0, events(3)) });
  const reconnect = (more: number, from: number) => {
    socket().onclose?.({});
    vi.advanceTimersByTime(1_000);
    socket().onopen?.({});
    say({ look: look(9, from, events(more, from)) });
    vi.advanceTimersByTime(2_000);
    flushSync();
  };
  reconnect(2, 3);
  expect(meanwhile()).toEqual([]);
  expect(table.server.log).toHaveLength(5);
  reconnect(20, 5);
  expect(meanwhile()).toHaveLength(20);
  expect(table.server.log.map((each) => each.key)).toEqual(events(25).map((each) => each.key));
  expect(table.busy).toBe(false);
});

test("a page that was out of sight for long tells what happened, one that was out of it for a moment does not", () => {
  say({ look: look(3, 0, events(3)) });
  turn("hidden");
  socket().say({ t: "look", look: look(4, 3, events(1, 3)), done: null });
  vi.advanceTimersByTime(5_000);
  turn("visible");
  expect(meanwhile()).toEqual([]);
  turn("hidden");
  socket().say({ t: "look", look: look(5, 4, events(1, 4)), done: null });
  socket().say({ t: "look", look: look(6, 5, events(1, 5)), done: null });
  vi.advanceTimersByTime(60_000);
  turn("visible");
  expect(meanwhile()).toEqual(["e4", "e5"]);
  turn("hidden");
  vi.advanceTimersByTime(60_000);
  turn("visible");
  expect(meanwhile()).toEqual(["e4", "e5"]);
});

test("what came to a tab that nobody looked at was not seen", () => {
  say({ look: look(3, 0, events(3)) });
  turn("hidden");
  socket().say({ t: "look", look: look(5, 3, events(2, 3)), done: null });
  again();
  visible = "visible";
  say({ look: look(5, 0, events(5)), since: 5 });
  expect(meanwhile()).toEqual(["e3", "e4"]);
});

test("where memory is the game only what stays is told, and how much was shown is no matter of it", () => {
  const once = { ...e("secret"), once: true };
  say({ room: room({ forgets: true }), look: look(3, 0, [e("a"), null, once, e("b")]), since: 0 });
  expect(meanwhile()).toEqual(["a"]);
});

test("of several seats on one device nothing is kept", () => {
  addSeatTokens("T", ["another"]);
  again();
  say({ seat: null, also: [0, 1], look: look(1, 0, []) });
  table.seating.take(0);
  say({ seat: 0, also: [1], look: look(5, 0, events(5)), since: 3 });
  expect(table.reader.since.map((each) => each.event.key)).toEqual(["e3", "e4"]);
  expect(meanwhile()).toEqual([]);
  expect(localStorage.getItem("potluck.seen")).toBeNull();
});

test("an old key is kept while a bot plays, proves the seat once, and then the new one stands there", async () => {
  say({ seat: null, back: [0], room: room({ seats: [bot("easy", { owner: "Ada" }), person("Bo")] }), look: look(4, 0, events(2), { seat: null }) });
  expect([table.server.seat, table.server.back, seatTokens("T")]).toEqual([null, [0], [TOKEN]]);
  answer = { seat_token: "new" };
  expect(await table.seating.comeBack(0)).toBe(true);
  expect(posts).toEqual([{ path: "/api/tables/T/back", body: { seat: 0, seat_token: TOKEN } }]);
  expect(seatTokens("T")).toEqual(["new"]);
  socket().onopen?.({});
  expect(socket().sent.at(-1)).toMatchObject({ t: "hello", seat_token: "new", events: 0 });
  say({ look: look(6, 0, events(6)), since: 3, bot_from: 4 });
  expect(table.reader.meanwhile.map((each) => [each.event.key, each.bot])).toEqual([
    ["e3", false],
    ["e4", true],
    ["e5", true],
  ]);
});

test("a person is asked; until they say yes nothing changes", async () => {
  say({ seat: null, back: [0], room: room({ seats: [person("Cy", { owner: "Ada" }), person("Bo")] }), look: look(4, 0, [], { seat: null }) });
  answer = { seat_token: null };
  expect(await table.seating.comeBack(0)).toBe(false);
  expect(seatTokens("T")).toEqual([TOKEN]);
  expect(table.server.seat).toBeNull();
  // They give it back: one sits down without another press.
  answer = { seat_token: "given" };
  socket().say({ t: "mine", yours: [0], back: [], host: false, says: [], closing: null });
  await vi.waitFor(() => expect(posts.at(-1)).toEqual({ path: "/api/tables/T/reclaim", body: { seat: 0 } }));
  await vi.waitFor(() => expect(seatTokens("T")).toContain("given"));
});

test("a tab that is open when its seat is handed over forgets that side of the table", () => {
  say({ look: look(3, 0, [e("own secret")]) });
  say({ seat: null, back: [0], look: look(1, 0, [e("public")], { seat: null }) });
  expect(table.server.log.map((each) => each.key)).toEqual(["public"]);
  expect(table.server.look?.view.seat).toBeNull();
  socket().say({ t: "mine", yours: [0], back: [], host: true, says: [], closing: null });
  expect([table.server.yours, table.server.back, table.server.hosting]).toEqual([[0], [], true]);
});

test("who comes first to a seat of theirs has it at once, unless another tab holds it", async () => {
  dropSeatTokens("T", seatTokens("T"));
  again();
  answer = { seat_token: "given" };
  const at = (present: boolean) => room({ status: "open", seats: [person("Ada", { present }), person("Bo")] });
  say({ seat: null, yours: [0], room: at(true) });
  expect(table.device.lost).toEqual([0]);
  expect(posts).toEqual([]);
  say({ seat: null, yours: [0], room: at(false) });
  expect(posts).toEqual([]); // they have chosen to watch here meanwhile
  again();
  say({ seat: null, yours: [0], room: at(false) });
  await vi.waitFor(() => expect(seatTokens("T")).toEqual(["given"]));
  expect(posts).toEqual([{ path: "/api/tables/T/reclaim", body: { seat: 0 } }]);
});
