// A board that shows how a look came about: prompt, scores, log and the end keep in step with it.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Look } from "../wire";
import { FakeSocket, look as lookOf, room, welcome as welcomed } from "./fakes";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
vi.mock("../boards", () => ({ boardOf: async () => ({ beat: () => ({ before: 100, seen: 500, holds: true }) }) }));
const { announcer } = await import("../a11y/announce.svelte");
const { Table } = await import("./table.svelte");

const look = (version: number, first: number, keys: string[], more: Partial<Look["view"]> = {}): Look =>
  lookOf(version, first, keys.map((key) => ({ key, args: {} })), { scores: [version, 0], ...more }, { legal: [{ text: "x", phrase: { key: "x" } }], prompt: { key: `prompt${version}` } });

let socket: FakeSocket;
let table: InstanceType<typeof Table>;
const log = () => table.server.log.map((each) => each.key);
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
};

beforeEach(async () => {
  vi.useFakeTimers();
  announcer.clear();
  socket = new FakeSocket();
  table = new Table("T", () => socket);
  socket.onopen?.({});
  socket.say(welcomed({ seat: 0, room: room(), look: look(1, 0, ["a"], { waiting: [1] }) }));
  await pass(0);
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

test("what stands around the board stays as it was until the look is reached; the log goes with the events", async () => {
  socket.say({ t: "look", look: look(2, 1, ["b", "c"]) });
  expect(table.server.look?.prompt.key).toBe("prompt1");
  expect([log(), table.yourTurn, table.busy]).toEqual([["a"], false, true]);
  await pass(100);
  expect([log(), table.server.look?.version]).toEqual([["a", "b"], 1]);
  await pass(600);
  expect([log(), table.server.look?.version]).toEqual([["a", "b", "c"], 1]);
  await pass(500);
  expect(table.server.look).toMatchObject({ version: 2, prompt: { key: "prompt2" } });
  expect([table.yourTurn, table.busy]).toEqual([true, false]);
});

test("what happens is said when it is shown, and the prompt when it holds", async () => {
  socket.say({ t: "look", look: look(2, 1, ["b"]) });
  await pass(90);
  expect(announcer.said).toBe("");
  await pass(100);
  expect(announcer.said.trim()).toBe("b");
  await pass(600);
  expect(announcer.said.trim()).toBe("prompt2");
});

test("the end waits for the board", async () => {
  socket.say({ t: "look", look: look(2, 1, ["b"], { waiting: [], places: [1, 2] }) });
  socket.say({ t: "room", room: room({ status: "over" }) });
  expect(table.ended).toBe(false);
  await pass(600);
  expect(table.ended).toBe(true);
});

test("whoever acts need not wait", async () => {
  socket.say({ t: "look", look: look(2, 1, ["b", "c"]) });
  table.hurry();
  expect(table.server.look?.version).toBe(2);
  expect(log()).toEqual(["a", "b", "c"]);
  expect(table.busy).toBe(false);
});

test("the buttons of a selection stay while the last event fades, and go with the next look", async () => {
  socket.say({ t: "look", look: look(2, 1, []) });
  table.prompt.show([{ key: "k", label: "K", kind: "yes", run: () => undefined }], "Where to?");
  await pass(7_000);
  expect(table.reader.saying).toBe("Where to?");
  socket.say({ t: "look", look: look(3, 1, ["b"]) });
  await pass(100);
  expect(table.reader.actions).toEqual([]);
});

test("nobody is asked to pass the device on while something is still shown", async () => {
  table.server.here = [
    { seat: 0, token: "ada" },
    { seat: 1, token: "bo" },
  ];
  flushSync();
  expect(table.device.next).toBe(1);
  socket.say({ t: "look", look: look(2, 1, ["b"], { waiting: [1] }) });
  expect(table.device.next).toBeNull();
  await pass(600);
  expect(table.device.next).toBe(1);
});
