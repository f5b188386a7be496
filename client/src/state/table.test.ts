import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Look, Phrase, Room } from "../wire";
import { bot, event as e, FakeSocket, line, look as lookOf, person, room, welcome as welcomed } from "./fakes";

vi.mock("../boards", () => ({ boardOf: async ({ game, older }: { game: string; older: boolean }) => (game === "toy" && !older ? { board: {} } : null) }));
vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server: words never come, keys show themselves
const { settings } = await import("./settings.svelte");
const { Table } = await import("./table.svelte");

const look = (version: number, first: number, events: Phrase[], waiting: number[] = [0]) => lookOf(version, first, events, { waiting });

let sockets: FakeSocket[];
let table: InstanceType<typeof Table>;
const socket = () => sockets.at(-1)!;
const welcome = (more: { look: Look | null }) => socket().say(welcomed(more));
const log = () => table.server.log.map((each) => each.key);

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  table = new Table("T", () => {
    sockets.push(new FakeSocket());
    return socket();
  });
  socket().onopen?.({});
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  localStorage.clear();
});

test("what was said before the reader came fills the log and is no news", () => {
  welcome({ look: look(3, 0, [e("a"), e("b")]) });
  expect(log()).toEqual(["a", "b"]);
  expect(table.server.fresh).toEqual([]);
  expect(table.yourTurn).toBe(true);
});

test("every event is kept once, also when it is told again after a reconnect", () => {
  welcome({ look: look(3, 0, [e("a")]) });
  socket().say({ t: "look", look: look(4, 1, [e("b")]) });
  expect(log()).toEqual(["a", "b"]);
  socket().onclose?.({});
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(socket().sent[0]).toMatchObject({ t: "hello", events: 2, chat: 0 });
  welcome({ look: look(5, 1, [e("b"), e("c")]) });
  vi.advanceTimersByTime(5_000);
  flushSync();
  expect(log()).toEqual(["a", "b", "c"]);
  expect(table.server.fresh.map((each) => each.key)).toEqual(["c"]);
});

test("a submission is on its way until its look is here; nothing else can be submitted meanwhile", () => {
  welcome({ look: look(3, 0, []) });
  table.act(["x"]);
  table.act(["y"]);
  const moves = () => socket().sent.filter((each) => each.t === "move");
  expect(moves()).toMatchObject([{ version: 3, moves: ["x"] }]);
  expect(table.busy).toBe(true);
  socket().say({ t: "done", id: table.reader.pending!, version: 4 });
  expect(table.busy).toBe(true);
  socket().say({ t: "look", look: look(4, 0, [e("x")], [1]) });
  expect(table.busy).toBe(false);
  expect(log()).toEqual(["x"]);
});

test("a refusal frees the table and is shown until the next look", () => {
  welcome({ look: look(3, 0, []) });
  table.act(["x"]);
  socket().say({ t: "refused", id: table.reader.pending!, why: e("error.stale"), final: false });
  expect(table.busy).toBe(false);
  expect(table.reader.refusal?.key).toBe("error.stale");
  socket().say({ t: "look", look: look(4, 0, []) });
  expect(table.reader.refusal).toBeNull();
});

test("a refusal gives way after a while, and the board's too; each is said aloud", () => {
  welcome({ look: look(3, 0, []) });
  table.prompt.deny(e("toy.refuse.row"));
  expect(table.reader.refusal?.key).toBe("toy.refuse.row");
  vi.advanceTimersByTime(4_000);
  table.prompt.deny(e("toy.refuse.cell"));
  vi.advanceTimersByTime(4_000);
  expect(table.reader.refusal?.key).toBe("toy.refuse.cell");
  vi.advanceTimersByTime(2_000);
  expect(table.reader.refusal).toBeNull();
});

test("others' moves are shown one after the other, and the reader waits for the newest", () => {
  welcome({ look: look(3, 0, [], [1]) });
  socket().say({ t: "look", look: look(4, 0, [e("a")], [1]) });
  socket().say({ t: "look", look: look(5, 1, [e("b")], [0]) });
  expect(table.server.look?.version).toBe(4);
  expect(table.busy).toBe(true);
  expect(table.yourTurn).toBe(false);
  vi.advanceTimersByTime(1_000);
  flushSync();
  expect(table.server.look?.version).toBe(5);
  expect(table.busy).toBe(false);
  expect(table.yourTurn).toBe(true);
});

test("a selection's buttons go away with a new look", async () => {
  welcome({ look: look(3, 0, []) });
  table.prompt.show([{ key: "k", label: "K", kind: "yes", run: () => undefined }], "Where to?");
  expect(table.reader.saying).toBe("Where to?");
  socket().say({ t: "look", look: look(4, 0, []) });
  await tick();
  expect(table.reader.actions).toEqual([]);
  expect(table.reader.saying).toBeNull();
});

test("until the look of a submission is here nothing is chosen on the old one; when it is late it is asked for", () => {
  welcome({ look: look(3, 0, []) });
  table.act(["x"]);
  socket().say({ t: "done", id: table.reader.pending!, version: 4 });
  const hellos = () => socket().sent.filter((each) => each.t === "hello").length;
  const before = hellos();
  vi.advanceTimersByTime(3_000);
  expect([table.busy, hellos()]).toEqual([true, before]);
  vi.advanceTimersByTime(2_000);
  expect([table.busy, hellos()]).toEqual([true, before + 1]);
  welcome({ look: look(4, 0, [e("x")], [1]) });
  expect(table.busy).toBe(false);
});

test("questions go over the line with the newest version, are no submission, and end with the line", async () => {
  welcome({ look: look(3, 0, []) });
  const why = table.why(["x", { key: "toy.move.cut", args: { row: 1 } }]);
  const id = (at: number) => (socket().sent.at(at) as { id: string }).id;
  expect(socket().sent.at(-1)).toMatchObject({ t: "why", version: 3, moves: ["x", { key: "toy.move.cut", args: { row: 1 } }] });
  socket().say({ t: "reasons", id: id(-1), version: 3, why: [null, e("toy.refuse.row")] });
  expect(await why).toEqual([null, e("toy.refuse.row")]);
  const refused = table.tryMoves(["roll"]);
  socket().say({ t: "refused", id: id(-1), why: e("error.trial_ends"), final: false });
  await expect(refused).rejects.toMatchObject({ why: { key: "error.trial_ends" } });
  expect([table.reader.refusal, table.busy]).toEqual([null, false]);
  const lost = table.tryMoves(["x"]);
  socket().onclose?.({});
  await expect(lost).rejects.toMatchObject({ why: { key: "house.unreached" } });
  await expect(table.why(["x"])).rejects.toThrow();
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(socket().sent.map((each) => each.t)).toEqual(["hello"]);
});

test("undo takes back one of the reader's own moves only", () => {
  welcome({ look: look(3, 0, []) });
  table.undo();
  socket().say({ t: "look", look: { ...look(4, 0, []), undo: { seat: 1, moves: 1 } } });
  table.undo();
  expect(socket().sent.filter((each) => each.t === "undo")).toEqual([]);
  socket().say({ t: "look", look: { ...look(5, 0, []), undo: { seat: 0, moves: 2 } } });
  table.undo();
  expect(socket().sent.at(-1)).toMatchObject({ t: "undo", version: 5, moves: 1 });
});

test("a look tells that the submission counts which led to it", () => {
  welcome({ look: look(3, 0, []) });
  table.act(["x"]);
  const id = table.reader.pending!;
  socket().say({ t: "look", look: look(4, 0, [e("x")], [1]), done: id });
  expect([table.busy, table.reader.pending]).toEqual([false, null]);
  expect(log()).toEqual(["x"]);
  socket().onclose?.({});
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  welcome({ look: look(4, 1, []) });
  expect(socket().sent.map((each) => each.t)).toEqual(["hello"]); // it is not sent again
});

test("looks are described for who reads a board as text, and while the board is not known", async () => {
  expect(socket().sent.at(-1)).toMatchObject({ t: "hello", sections: true });
  welcome({ look: look(3, 0, []) });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  const said = () => socket().sent.filter((each) => each.t === "describe");
  expect(said()).toEqual([{ t: "describe", on: false }]);
  settings.text = true;
  flushSync();
  expect(said().at(-1)).toEqual({ t: "describe", on: true });
  settings.text = false;
  flushSync();
  expect(said().at(-1)).toEqual({ t: "describe", on: false });
  socket().onclose?.({});
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(socket().sent.at(-1)).toMatchObject({ t: "hello", sections: false });
});

test("the plain board gets its looks described", async () => {
  socket().say(welcomed({ seat: 0, room: room({ game: "boardless" }) }));
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(socket().sent.map((each) => each.t)).toEqual(["hello"]);
});

test("a game under older rules is drawn in words, whatever board its game has", async () => {
  socket().say(welcomed({ seat: 0, room: room({ older: true }) }));
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(socket().sent.map((each) => each.t)).toEqual(["hello"]);
});

test("chat lines are kept once and others' count as unread", () => {
  welcome({ look: look(3, 0, []) });
  socket().say({ t: "chat", lines: [line(0, 1)] });
  socket().say({ t: "chat", lines: [line(0, 1), line(1, 0)] });
  expect(table.server.chat.map((each) => each.index)).toEqual([0, 1]);
  expect(table.reader.unread).toBe(1);
});

// One device, several people.

const KEPT = "potluck.seat.T";
const shared = (...tokens: string[]) => {
  table.close();
  localStorage.setItem(KEPT, JSON.stringify(tokens));
  table = new Table("T", () => {
    sockets.push(new FakeSocket());
    return socket();
  });
  socket().onopen?.({});
};
const hellos = () => sockets.flatMap((each) => each.sent).filter((each) => each.t === "hello");
const greet = (seat: number | null, also: (number | null)[], seen: Look | null, more: Partial<Room> = {}) =>
  socket().say(welcomed({ seat, also, room: room(more), look: seen }));
const of = (seat: number | null, seen: Look): Look => ({ ...seen, view: { ...seen.view, seat } });

test("with several seats on the device none is looked at until somebody says who they are", () => {
  shared("ada", "bo");
  expect(hellos().at(-1)).toMatchObject({ seat_token: null, also: ["ada", "bo"], events: 0 });
  greet(null, [0, 1], of(null, look(1, 0, [e("public")], [1])));
  expect(table.server.look).toBeNull();
  expect(log()).toEqual([]);
  expect(table.device.passing).toBe(1);
  const before = sockets.length;
  table.seating.take(1);
  expect(hellos().at(-1)).toMatchObject({ seat_token: "bo", also: ["ada"], events: 0 });
  expect(sockets).toHaveLength(before);
  expect(table.reader.cover).not.toBeNull();
  greet(1, [0], of(1, look(4, 0, [e("a"), e("b")], [1])));
  expect(table.reader.cover).toBeNull();
  expect(table.yourTurn).toBe(true);
  expect(table.reader.since.map((each) => each.event.key)).toEqual(["a", "b"]);
});

test("passing on leaves nothing of the seat, and what is still told to it is not heard", () => {
  shared("ada", "bo");
  greet(null, [0, 1], of(null, look(1, 0, [], [0])));
  table.seating.take(0);
  greet(0, [1], of(0, look(3, 0, [e("a")], [0])));
  expect(table.device.next).toBeNull();
  socket().say({ t: "look", look: of(0, look(4, 1, [e("own")], [1])) });
  expect(table.device.next).toBe(1);
  table.prompt.show([{ key: "k", label: "K", kind: "yes", run: () => undefined }], "Secret");
  table.seating.pass(table.device.next);
  const gone = () => {
    expect(table.server.look).toBeNull();
    expect(table.server.newest).toBeNull();
    expect(table.server.seat).toBeNull();
    expect(log()).toEqual([]);
    expect(table.server.fresh).toEqual([]);
    expect(table.reader.actions).toEqual([]);
    expect(table.reader.saying).toBeNull();
    expect(table.reader.since).toEqual([]);
  };
  gone();
  expect(table.device.passing).toBe(1);
  expect(hellos().at(-1)).toMatchObject({ seat_token: null, also: ["ada", "bo"] });
  socket().say({ t: "look", look: of(0, look(5, 2, [e("late")], [1])) });
  socket().say({ t: "refused", id: null, why: e("late"), final: false });
  vi.advanceTimersByTime(2_000);
  flushSync();
  gone();
  expect(table.reader.refusal).toBeNull();
  greet(null, [0, 1], of(null, look(2, 0, [], [1])));
  table.seating.take(1);
  greet(1, [0], of(1, look(2, 0, [e("a")], [1])));
  table.seating.pass(null);
  greet(null, [0, 1], of(null, look(2, 0, [], [1])));
  table.seating.take(0);
  // Ada has seen two events; what came since is news, all of it is in the log.
  greet(0, [1], of(0, look(6, 0, [e("a"), e("own"), e("late"), e("bot")], [0])));
  expect(table.reader.since.map((each) => each.event.key)).toEqual(["late", "bot"]);
  expect(log()).toEqual(["a", "own", "late", "bot"]);
});

test("nobody is asked to pass on while others, or the reader, are to move", () => {
  shared("ada", "bo");
  greet(null, [0, 1], of(null, look(1, 0, [], [0])));
  table.seating.take(0);
  greet(0, [1], of(0, look(3, 0, [], [2])));
  expect(table.device.next).toBeNull();
  socket().say({ t: "look", look: of(0, look(4, 0, [], [0, 1])) });
  expect(table.device.next).toBeNull();
  socket().say({ t: "look", look: of(0, look(5, 0, [], [1])) });
  expect(table.device.next).toBe(1);
});

test("a lost line covers the table; only who is in the middle of a move keeps it", () => {
  shared("ada", "bo");
  greet(null, [0, 1], of(null, look(1, 0, [], [0])));
  table.seating.take(0);
  greet(0, [1], of(0, look(3, 0, [], [0])));
  table.act(["x"]);
  socket().onclose?.({});
  flushSync();
  expect(table.reader.cover).toBeNull();
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(hellos().at(-1)).toMatchObject({ seat_token: "ada", also: ["bo"] });
  greet(0, [1], of(0, look(3, 0, [], [0])));
  socket().say({ t: "done", id: table.reader.pending!, version: 4 });
  socket().say({ t: "look", look: of(0, look(4, 0, [e("x")], [0])) });
  socket().onclose?.({});
  flushSync();
  expect(table.reader.cover).toEqual({ next: null, taking: null });
  expect(table.server.look).toBeNull();
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(hellos().at(-1)).toMatchObject({ seat_token: null, also: ["ada", "bo"] });
});

test("tokens that open nothing are forgotten; a cover that lies there is still lifted by hand", () => {
  shared("ada", "bo");
  greet(null, [0, null], of(null, look(1, 0, [], [0])));
  expect(localStorage.getItem(KEPT)).toBe("ada");
  expect(table.server.here).toEqual([{ seat: 0, token: "ada" }]);
  expect(table.server.look).toBeNull();
  table.seating.take(0);
  greet(0, [], of(0, look(1, 0, [], [0])));
  expect(table.yourTurn).toBe(true);
});

test("the chat goes on from its newest line, also where the oldest are no longer told", () => {
  const lines = Array.from({ length: 500 }, (_, at) => line(at + 40, 1));
  socket().say(welcomed({ seat: 0, room: room(), chat: lines, look: look(3, 0, []) }));
  socket().say({ t: "chat", lines: [line(540, 1)] });
  socket().onclose?.({});
  vi.advanceTimersByTime(1_000);
  socket().onopen?.({});
  expect(socket().sent[0]).toMatchObject({ t: "hello", chat: 541 });
  socket().say(welcomed({ seat: 0, room: room(), chat: lines.slice(-9), look: look(3, 0, []) }));
  expect(table.server.chat.map((each) => each.index)).toEqual([...lines.map((each) => each.index), 540]);
});

test("a seat whose key is lost here is offered while the tab only watches", () => {
  localStorage.clear();
  socket().say(welcomed({ seat: 1, room: room(), yours: [1] }));
  expect(table.device.lost).toEqual([]);
  table.seating.drop();
  socket().say(welcomed({ seat: null, room: room(), yours: [1] }));
  expect(table.device.lost).toEqual([1]);
  socket().say(welcomed({ seat: null, room: room({ status: "over" }), yours: [1] }));
  expect(table.device.lost).toEqual([]);
});

test("what this guest has a say in, and how a game is stopped from here, is as the server says", () => {
  socket().say(welcomed({ seat: 0, room: room(), yours: [0], says: ["close"], closing: "vote" }));
  expect([table.server.says, table.server.closing]).toEqual([["close"], "vote"]);
  socket().say({ t: "mine", yours: [0], back: [], host: false, says: [], closing: null });
  expect([table.server.says, table.server.closing]).toEqual([[], null]);
});
