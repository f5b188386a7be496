import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { person, room } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { SeatInfo } from "../wire";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { Server } = await import("../state/known.svelte");
const { default: Concede } = await import("./Concede.svelte");

let app: ReturnType<typeof mount>;
afterEach(() => void unmount(app));

function asked(mine: SeatInfo): string[] {
  const server = new Server();
  server.seat = 0;
  const table = { server, device: { tokenOf: () => "t" } } as unknown as Table;
  app = mount(Concede, { target: document.body, props: { table, room: room({ seats: [mine, person("Bo")] }), onclose: () => undefined } });
  flushSync();
  const words = () => [...document.querySelectorAll(".sure button, .sure p")].map((each) => each.textContent ?? "");
  const before = words();
  document.querySelector<HTMLButtonElement>(".sure button")!.click();
  flushSync();
  return [...before, ...words()];
}

test("who plays gives up", () => {
  expect(asked(person("Ada"))).toEqual(["menu.concede", "menu.concede.help", "menu.concede.yes", "menu.concede.no"]);
});

test("who plays in somebody's place gives it back", () => {
  expect(asked(person("Ada", { owner: "Cy" }))).toEqual(["menu.give_back", "menu.concede.instead", "menu.give_back.yes", "menu.give_back.no"]);
});
