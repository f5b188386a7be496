import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { look as lookOf, room as roomOf } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { Ended, View } from "../wire";
import { Speaker } from "../words/format";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { house } = await import("../state/house.svelte");
const { default: End } = await import("./End.svelte");

const WORDS = {
  "end.over": "Over",
  "end.points": ["{n} point", "{n} points"],
  "end.you_won": "You won",
  "end.won": ["{names} has won", "{names} have won"],
  "table.place": "place {n}",
  "toy.band.2": "A fine cook",
};

let app: ReturnType<typeof mount> | undefined;
beforeEach(() => (house.catalogue = WORDS));
afterEach(() => {
  if (app) void unmount(app);
  document.body.replaceChildren();
});

function show(view: Partial<View>, seat: number | null = 0, ended: Ended | null = null): { title: string; lines: string[] } {
  const names = ["Ada", "Bo", "Cy"].slice(0, view.scores?.length);
  const table = { server: { seat }, names, speaker: new Speaker("en", WORDS, {}, names), device: { tokenOf: () => null } } as unknown as Table;
  const look = lookOf(1, 0, [], { seat, seats: names.length, waiting: [], ...view });
  const room = roomOf({ status: "over", ended });
  app = mount(End, { target: document.body, props: { table, room, look } });
  flushSync();
  const words = (element: Element | null) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  return { title: words(document.querySelector("h2")), lines: [...document.querySelectorAll("li")].map(words) };
}

test("several seats stand in the order of their places", () => {
  const end = show({ scores: [3, 8, 1], places: [2, 1, 3] });
  expect(end.title).toBe("Bo has won");
  expect(end.lines.map((line) => line.replace(/ /g, ""))).toEqual(["place1Bo8points", "place2Ada3points", "place3Cy1point"]);
});

test("the reader has won alone, or with others", () => {
  expect(show({ scores: [8, 3], places: [1, 2] }).title).toBe("You won");
  void unmount(app!);
  document.body.replaceChildren();
  expect(show({ scores: [8, 8], places: [1, 1] }).title).toBe("Ada and Bo have won");
});

test("who plays alone has a score and how good it is, and neither a place nor won", () => {
  const end = show({ scores: [23], places: [], band: 2 });
  expect(end.title).toBe("A fine cook");
  expect(end.lines.map((line) => line.replace(/ /g, ""))).toEqual(["Ada23points"]);
});

test("without bands the score stands alone", () => {
  expect(show({ scores: [23], places: [] }).title).toBe("Over");
});

test("a game that was closed while all were equal was not decided, and nobody is first", () => {
  const end = show({ scores: [0, 0, 0] }, 0, { why: "closed", scores: [0, 0, 0], places: [1, 1, 1] });
  expect(document.querySelector(".so_far")?.textContent).toBe("end.undecided");
  expect(end.lines.map((line) => line.replace(/ /g, ""))).toEqual(["Ada0points", "Bo0points", "Cy0points"]);
  expect(document.querySelector("li.first")).toBeNull();
});

test("a game that was closed stands as everybody could see it, and nobody has won", () => {
  const end = show({ scores: [3, 8] }, 0, { why: "closed", scores: [3, 5], places: [2, 1] });
  expect(end.title).toBe("end.closed");
  expect(end.lines.map((line) => line.replace(/ /g, ""))).toEqual(["place1Bo5points", "place2Ada3points"]);
});
