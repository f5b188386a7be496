// Nudges and the bell: whom one may remind, who hears it, and when it sounds.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addSeatTokens, dropSeatTokens, seatTokens } from "../net/seats";
import type { Room } from "../wire";
import { FakeSocket, look, person, room, welcome } from "./fakes";

vi.mock("../boards", () => ({ boardOf: async () => null }));
const chimes = vi.fn(() => true);
vi.mock("../ui/chime", () => ({ chime: () => chimes() }));
vi.stubGlobal("fetch", () => new Promise(() => undefined));
const { announcer } = await import("../a11y/announce.svelte");
const { attention } = await import("./attention.svelte");
const { settings } = await import("./settings.svelte");
const { Table } = await import("./table.svelte");

let socket: FakeSocket;
let table: InstanceType<typeof Table>;
const nudges = () => socket.sent.filter((each) => each.t === "nudge");
const waits = (...waiting: number[]) => look(waiting.length + 10, 0, [], { waiting, seats: 3 });
const three = (more: Partial<Room> = {}) => room({ seats: [person("Ada"), person("Bo"), person("Cy")], ...more });
// The line is kept alive meanwhile.
const pass = async (seconds: number) => {
  for (let left = seconds; left > 0; left -= 3) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 3) * 1000);
    socket.say({ t: "ping" });
  }
  flushSync();
};
const told = (version: number, ...waiting: number[]) => socket.say({ t: "look", look: { ...waits(...waiting), version }, done: null });

async function open(...waiting: number[]): Promise<void> {
  socket = new FakeSocket();
  table = new Table("T", () => socket);
  socket.onopen?.({});
  socket.say(welcome({ room: three(), look: waits(...waiting) }));
  await pass(0.1);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  addSeatTokens("T", ["token"]);
  chimes.mockClear();
  settings.sound = "off";
  attention.visible = attention.focused = true;
});
afterEach(() => {
  table.close();
  dropSeatTokens("T", seatTokens("T"));
  vi.useRealTimers();
});

test("who is waited for long enough may be nudged, once in a turn", async () => {
  await open(1);
  await pass(15);
  expect(table.nudging.ready).toEqual([]);
  await pass(7);
  expect(table.nudging.ready).toEqual([1]);
  table.nudging.nudge();
  flushSync();
  expect(nudges()).toMatchObject([{ seat: 1 }]);
  expect([table.nudging.ready, table.nudging.nudged]).toEqual([[], [1]]);
  await pass(60);
  expect(table.nudging.ready).toEqual([]);
  told(20, 0);
  told(21, 1);
  await pass(23);
  expect(table.nudging.ready).toEqual([1]);
});

test("somebody who is busy is not waited for", async () => {
  await open(1);
  await pass(15);
  told(20, 1);
  await pass(15);
  expect(table.nudging.ready).toEqual([]);
});

test("nobody nudges bots, who is not here, themselves, or as a spectator", async () => {
  await open(0, 1, 2);
  await pass(23);
  expect(table.nudging.ready).toEqual([1, 2]);
  socket.say({ t: "room", room: three({ seats: [person("Ada"), person("Bo", { present: false }), { ...person("Cy"), kind: "bot" }] }) });
  expect(table.nudging.ready).toEqual([]);
  socket.say(welcome({ seat: null, room: three(), look: waits(1) }));
  await pass(23);
  expect(table.nudging.ready).toEqual([]);
});

test("a refusal of a nudge is shown and does not free a move on its way", async () => {
  await open(0, 1);
  await pass(23);
  table.nudging.nudge();
  table.act(["x"]);
  const pending = table.reader.pending;
  const [nudge] = nudges();
  socket.say({ t: "refused", id: nudge!.id, why: { key: "error.nudge_again" }, final: false });
  expect(table.reader.pending).toBe(pending);
  expect(table.reader.refusal?.key).toBe("error.nudge_again");
});

const refused = (key: string, at = -1) => socket.say({ t: "refused", id: nudges().at(at)!.id, why: { key }, final: false });

test("a nudge that is refused was none, unless somebody else has nudged already", async () => {
  await open(0, 1, 2);
  await pass(23);
  table.nudging.nudge();
  flushSync();
  expect(table.nudging.nudged).toEqual([1, 2]);
  refused("error.nudge_again", 0);
  refused("error.nudge_away", 1);
  expect([table.nudging.ready, table.nudging.nudged]).toEqual([[2], [1]]);
  expect(table.reader.refusal?.key).toBe("error.nudge_away");
  table.nudging.nudge();
  expect(nudges()).toHaveLength(3);
  refused("error.nudge_early");
  expect(table.nudging.ready).toEqual([2]);
});

test("a nudge that cannot leave is none, and one that is not answered may be tried again", async () => {
  await open(1);
  await pass(23);
  const send = socket.send.bind(socket);
  socket.send = () => {
    throw new Error("closed");
  };
  table.nudging.nudge();
  flushSync();
  expect(table.nudging.nudged).toEqual([]);
  expect(table.reader.refusal?.key).toBe("house.unreached");
  socket.send = send;
  await pass(1);
  socket.onopen?.({});
  socket.say(welcome({ room: three(), look: waits(1) }));
  await pass(23);
  table.nudging.nudge();
  flushSync();
  expect(table.nudging.nudged).toEqual([1]);
  expect(table.reader.refusal).toBeNull();
  socket.onclose?.({});
  flushSync();
  expect(table.nudging.nudged).toEqual([]);
});

test("that it was sent is said once, in the one live region", async () => {
  const said = vi.spyOn(announcer, "say");
  await open(1);
  await pass(23);
  table.nudging.nudge();
  expect(said.mock.calls.filter(([words]) => words === "nudge.done")).toHaveLength(1);
  table.nudging.nudge();
  expect(said.mock.calls.filter(([words]) => words === "nudge.done")).toHaveLength(1);
});

test("who is nudged hears by whom, until they have moved; who has nothing to choose hears nothing", async () => {
  await open(0, 1);
  socket.say({ t: "nudged", seat: 0, by: 2 });
  expect(table.reader.nudged).toBe(2);
  table.act(["x"]);
  expect(table.reader.nudged).toBeNull();
  socket.say({ t: "nudged", seat: 0, by: 2 });
  told(20, 1);
  expect(table.reader.nudged).toBeNull();
  socket.say({ t: "nudged", seat: 0, by: 2 });
  expect(table.reader.nudged).toBeNull();
});

test("nothing sounds until it is allowed, nor when a page is opened", async () => {
  await open(1);
  told(20, 0);
  await pass(1);
  expect(table.due).toBe(0);
  table.close();
  settings.sound = "always";
  await open(0);
  expect(chimes).not.toHaveBeenCalled();
});

test("it sounds once when a turn begins, for who looks elsewhere or for who wants it always", async () => {
  settings.sound = "away";
  await open(1);
  told(20, 0);
  await pass(5);
  expect(chimes).not.toHaveBeenCalled();
  told(21, 1);
  await pass(5);
  attention.focused = false;
  told(22, 0);
  await pass(5);
  told(23, 0);
  await pass(5);
  expect(chimes).toHaveBeenCalledTimes(1);
  told(24, 1);
  await pass(5);
  settings.sound = "always";
  attention.focused = true;
  told(25, 0);
  await pass(5);
  expect(chimes).toHaveBeenCalledTimes(2);
  socket.say({ t: "nudged", seat: 0, by: 1 });
  expect(chimes).toHaveBeenCalledTimes(3);
});

test("two tabs of one browser sound once", async () => {
  settings.sound = "always";
  await open(1);
  localStorage.setItem("potluck.rang", `T ${Date.now()}`);
  told(20, 0);
  await pass(1);
  expect(chimes).not.toHaveBeenCalled();
});

test("over a cover it sounds for whoever of this device is next, and never who is done", async () => {
  addSeatTokens("T", ["other"]);
  settings.sound = "always";
  socket = new FakeSocket();
  table = new Table("T", () => socket);
  socket.onopen?.({});
  socket.say(welcome({ seat: null, also: [0, 1], room: three(), look: waits(2) }));
  await pass(1);
  expect([table.due, chimes.mock.calls.length]).toEqual([null, 0]);
  socket.say({ t: "look", look: { ...waits(1), version: 20 }, done: null });
  await pass(1);
  expect([table.due, chimes.mock.calls.length]).toEqual([1, 1]);
  socket.say({ t: "nudged", seat: 1, by: 2 });
  expect(table.reader.nudged).toBe(2);
});
