import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { bot, look as lookOf, person, room as roomOf } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { Look, Room, SeatInfo } from "../wire";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { house } = await import("../state/house.svelte");
const { now } = await import("../state/now.svelte");
const { default: Players } = await import("./Players.svelte");

const WORDS = {
  "away.for": "away for {span}",
  "seat.bot_for": "{level} bot for {name}",
  "seat.conceded": "{name} gave up",
  "seat.plays_for": "for {name}",
  "table.bot": "Bot ({level})",
  "table.place": "place {n}",
};

let app: ReturnType<typeof mount> | undefined;
beforeEach(() => (house.catalogue = WORDS));
afterEach(() => {
  if (app) void unmount(app);
  document.body.replaceChildren();
});

const onabsent = vi.fn();
function show(seats: SeatInfo[], { seat = 0, sits = true, view = {}, ...more }: Partial<Room> & { seat?: number | null; sits?: boolean; view?: Partial<Look["view"]> } = {}): void {
  const table = { server: { seat }, names: ["Ada", "Bo", "Cy"], device: { shared: false, tokenOf: () => null }, ended: false, sits } as unknown as Table;
  const look = lookOf(1, 0, [], { waiting: [], scores: [1, 2, 3], ...view });
  app = mount(Players, { target: document.body, props: { table, room: roomOf({ seats, ...more }), look, panel: undefined, term: (key: string) => key, onabsent } });
  flushSync();
}
const words = (seat: number) => document.querySelector(`[data-seat='${seat}'] .standing .long`)?.textContent;

test("who is away is said in words, since when, and one press on the seat asks what can be done", () => {
  show([person("Ada"), person("Bo", { present: false, away: now.seconds - 7_300 })]);
  expect(words(1)).toBe("away for 2 hr");
  document.querySelector<HTMLButtonElement>("[data-away='1']")!.click();
  expect(onabsent).toHaveBeenCalledWith(1);
});

test("nobody is told that they are away themselves, and after the end nobody is", () => {
  const away = person("Ada", { away: now.seconds - 90 });
  show([away, person("Bo")]);
  expect(words(0)).toBeUndefined();
  void unmount(app!);
  show([away, person("Bo")], { seat: 1, status: "over" });
  expect(words(0)).toBeUndefined();
});

test("who plays in whose place stands on the seat", () => {
  show([bot("easy", { owner: "Ada" }), bot("easy", { owner: "Bo", conceded: true }), person("Di", { owner: "Cy" })], { seat: null, sits: false });
  expect([words(0), words(1), words(2)]).toEqual([undefined, "Bo gave up", "for Cy"]);
  expect(document.querySelector("button")).toBeNull(); // who only watches can do nothing about it
});

test("a bot is known by its level, and that it plays for somebody is said once: by the name, and by what can be pressed", () => {
  const badge = (seat: number) => document.querySelector(`[data-seat='${seat}'] [data-level] .hidden-words`)?.textContent;
  show([person("Ada"), bot("easy", { owner: "Bo" }), bot("medium", { name: "Chili" })]);
  expect([badge(0), badge(1), badge(2)]).toEqual([undefined, "level.easy bot for Bo", "Bot (level.medium)"]);
  expect(document.querySelector("button[data-played-for='1']")).not.toBeNull();
  expect(document.querySelector("[data-seat='1'] .standing .long")).toBeNull();
  void unmount(app!);
  show([person("Ada"), bot("easy", { owner: "Bo" })], { seat: null, sits: false });
  expect(badge(1)).toBe("level.easy"); // the name says the rest
});

test("a game that was ended early stands as everybody could see it", () => {
  show([person("Ada"), person("Bo"), person("Cy")], { status: "over", ended: { why: "closed", scores: [4, 9, 4], places: [2, 1, 2] } });
  expect([...document.querySelectorAll(".place")].map((each) => each.textContent)).toEqual(["place 2", "place 1", "place 2"]);
  expect([...document.querySelectorAll(".score")].map((each) => each.textContent)).toEqual(expect.arrayContaining([expect.stringContaining("9")]));
});
