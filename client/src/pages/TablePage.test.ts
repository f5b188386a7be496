import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { house } from "../state/house.svelte";
import { FakeSocket, person, room, welcome } from "../state/fakes";

const sockets: FakeSocket[] = [];
vi.mock("../net/ways", () => ({
  openSocket: () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1);
  },
}));
const fetched = vi.fn((_path: string) => new Promise(() => undefined)); // no words, no house
vi.stubGlobal("fetch", fetched);
Element.prototype.scrollTo = () => undefined; // jsdom has none
const { default: TablePage } = await import("./TablePage.svelte");

let app: ReturnType<typeof mount>;
beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  house.me = null;
  app = mount(TablePage, { target: document.body, props: { id: "T" } });
  flushSync();
});
afterEach(() => {
  void unmount(app);
  document.body.replaceChildren();
  vi.useRealTimers();
});

function answered(message: Parameters<FakeSocket["say"]>[0]): void {
  const socket = sockets.at(-1)!;
  socket.onopen?.({});
  socket.say(message);
  flushSync();
}
const unknown = () => answered({ t: "refused", id: null, why: { key: "error.table_unknown" }, final: true });
const button = () => document.querySelector<HTMLButtonElement>("[data-again]");

test("a table that is unknown here is looked for again by a button and by itself, ever more seldom", () => {
  unknown();
  expect(document.body.textContent).toContain("gone.unknown");
  button()!.click();
  flushSync();
  expect(sockets).toHaveLength(2);
  unknown();
  expect(button()).not.toBeNull();
  vi.advanceTimersByTime(31_000);
  flushSync();
  expect(sockets).toHaveLength(3);
  unknown();
  vi.advanceTimersByTime(31_000);
  flushSync();
  expect(sockets).toHaveLength(3);
  vi.advanceTimersByTime(31_000);
  flushSync();
  expect(sockets).toHaveLength(4);
  answered(welcome({ seat: null, room: room({ status: "open", seats: [person("Ada"), person("Bo")] }) }));
  expect(button()).toBeNull();
  expect(document.body.textContent).toContain("table.chairs");
});

test("who has got a name comes to the table under it, once", () => {
  const open = welcome({ seat: null, room: room({ status: "open", seats: [person("Ada"), person("Bo")] }) });
  answered(open);
  for (const count of [1, 2, 2, 2]) {
    expect(sockets).toHaveLength(count);
    house.me = { name: "Cy", tables: [] };
    vi.advanceTimersByTime(1_000);
    flushSync();
    answered(open);
  }
});

test("where the reader plays is asked again when the table begins, not whenever its room comes anew", () => {
  const seats = [person("Ada"), person("Bo")];
  const asked = () => fetched.mock.calls.filter(([path]) => path === "/api/me").length;
  answered(welcome({ seat: null, room: room({ status: "open", seats }) }));
  const before = asked();
  for (const watching of [1, 2, 3]) sockets.at(-1)!.say({ t: "room", room: room({ status: "open", seats, watching }) });
  expect(asked()).toBe(before);
  sockets.at(-1)!.say({ t: "room", room: room({ status: "playing", seats }) });
  expect(asked()).toBe(before + 1);
});

test("a table that was closed is not looked for again", () => {
  answered({ t: "refused", id: null, why: { key: "error.table_closed" }, final: true });
  expect(button()).toBeNull();
  vi.advanceTimersByTime(3_600_000);
  expect(sockets).toHaveLength(1);
});
