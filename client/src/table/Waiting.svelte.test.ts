import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { person, room } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { SeatInfo } from "../wire";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { house } = await import("../state/house.svelte");
const { Reader, Server } = await import("../state/known.svelte");
const { default: Waiting } = await import("./Waiting.svelte");

Element.prototype.scrollTo = () => undefined; // jsdom has none
let app: ReturnType<typeof mount>;
afterEach(() => void unmount(app));

test("nobody is said to be here who is not, and a start without them is asked about once", async () => {
  house.catalogue = { "table.start.ready": "Ready", "table.start.missing": ["{names} is out", "{names} are out"], "table.start.sure": ["Without {names}?", "Without {names}?"] };
  const server = new Server();
  server.hosting = true;
  server.here = [{ seat: 0, token: "t" }];
  const posts: string[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (init?.method === "POST") posts.push(path);
    return init?.method === "POST" ? Promise.resolve(new Response("{}")) : new Promise(() => undefined);
  });
  const table = { server, reader: new Reader(), names: ["Ada", "Bo", "Cy"], device: { home: 0, lost: [], tokenOf: () => "t" } } as unknown as Table;
  const seats = (present: boolean) => [person("Ada"), person("Bo", { present }), person("Cy")];
  const props = $state({ table, room: room({ status: "open", seats: seats(false) }) });
  app = mount(Waiting, { target: document.body, props });
  flushSync();
  const line = () => document.querySelector("#why")?.textContent;
  const press = (words: string) => [...document.querySelectorAll("button")].find((each) => each.textContent === words)!.click();
  expect(line()).toBe("Bo is out");
  press("table.start");
  flushSync();
  expect(line()).toBe("Without Bo?");
  press("table.start.wait");
  flushSync();
  expect(line()).toBe("Bo is out");
  props.room = room({ status: "open", seats: seats(true) });
  flushSync();
  expect(line()).toBe("Ready");
  props.room = room({ status: "open", seats: seats(false) });
  flushSync();
  expect(posts).toEqual([]);
  press("table.start");
  flushSync();
  press("table.start.anyway");
  await vi.waitFor(() => expect(posts.at(-1)).toBe("/api/tables/T/start"));
});

test("what stood in the way of the start is no error any more once it is mended", () => {
  house.catalogue = { "table.start.open": ["{n} chair is free", "{n} chairs are free"], "table.start.ready": "Ready" };
  const free: SeatInfo = { ...person(""), kind: "open", name: null };
  const at = (...others: SeatInfo[]) => room({ status: "open", seats: [person("Ada"), ...others] });
  const server = new Server();
  server.hosting = true;
  server.here = [{ seat: 0, token: "t" }];
  const table = { server, reader: new Reader(), names: ["Ada", "Bo", "Cy"], device: { home: 0, lost: [], tokenOf: () => "t" } } as unknown as Table;
  const props = $state({ table, room: at(free, free) });
  app = mount(Waiting, { target: document.body, props });
  flushSync();
  const line = () => [document.querySelector("#why")?.textContent, document.querySelector("#why")?.classList.contains("error")];
  expect(line()).toEqual(["2 chairs are free", false]);
  [...document.querySelectorAll("button")].find((each) => each.textContent === "table.start")!.click();
  flushSync();
  expect(line()).toEqual(["2 chairs are free", true]);
  props.room = at(person("Bo"), person("Cy"));
  flushSync();
  expect(line()).toEqual(["Ready", false]);
});

function waiting(seats: SeatInfo[]): { props: { table: Table; room: ReturnType<typeof room> }; label: () => string | undefined; start: () => void } {
  const server = new Server();
  server.hosting = true;
  server.here = [{ seat: 0, token: "t" }];
  const table = { server, reader: new Reader(), names: ["Ada", "Bo", "Cy"], device: { home: 0, lost: [], tokenOf: () => "t" }, seating: { drop: () => undefined } } as unknown as Table;
  const props = $state({ table, room: room({ status: "open", seats }) });
  app = mount(Waiting, { target: document.body, props });
  flushSync();
  const begin = () => document.querySelector<HTMLButtonElement>(".start .big");
  return {
    props,
    label: () => begin()?.textContent,
    start: () => {
      begin()!.click();
      flushSync();
    },
  };
}

test("whether to start without somebody is asked by who presses, never by itself", () => {
  const free: SeatInfo = { ...person(""), kind: "open", name: null };
  const away = person("Bo", { present: false });
  const { props, label, start } = waiting([person("Ada"), away, free]);
  const turn = (...others: SeatInfo[]) => {
    props.room = room({ status: "open", seats: [person("Ada"), ...others] });
    flushSync();
  };
  start(); // a chair is free
  turn(away, person("Cy"));
  expect(label()).toBe("table.start");
  start();
  expect(label()).toBe("table.start.anyway");
  turn(person("Bo"), person("Cy"));
  turn(away, person("Cy"));
  expect(label()).toBe("table.start");
  start();
  turn(away, person("Cy", { present: false })); // one more than was asked about
  expect(label()).toBe("table.start");
});

test("a list that is set while something else is on its way is set", async () => {
  const free: SeatInfo = { ...person(""), kind: "open", name: null };
  const posts: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (init?.method !== "POST") return new Promise(() => undefined);
    posts.push(path);
    return new Promise((answer) => answers.push(() => answer(new Response("{}"))));
  });
  waiting([person("Ada"), free, free]);
  [...document.querySelectorAll("button")].find((each) => each.textContent === "table.stand")!.click();
  expect(posts).toEqual(["/api/tables/T/leave"]);
  const list = document.querySelector<HTMLSelectElement>("#arrange-1")!;
  list.value = "open";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  answers[0]!();
  await vi.waitFor(() => expect(posts.at(-1)).toBe("/api/tables/T/arrange"));
});
