import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { bot, look as lookOf, person, room as roomOf } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { Ended, Room, View } from "../wire";
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
  "end.stopped.one": "{name} ended it",
};

let app: ReturnType<typeof mount> | undefined;
beforeEach(() => (house.catalogue = WORDS));
afterEach(() => {
  if (app) void unmount(app);
  document.body.replaceChildren();
});

function show(view: Partial<View>, seat: number | null = 0, ended: Ended | null = null, more: Partial<Room> = {}, of: Partial<Table> = {}): { title: string; lines: string[] } {
  const names = ["Ada", "Bo", "Cy"].slice(0, view.scores?.length);
  const table = { server: { seat }, names, speaker: new Speaker("en", WORDS, {}, names), device: { tokenOf: () => null }, sits: seat !== null, ...of } as unknown as Table;
  const look = lookOf(1, 0, [], { seat, seats: names.length, waiting: [], ...view });
  const room = roomOf({ status: "over", ended, ...more });
  app = mount(End, { target: document.body, props: { table, room, look, term: (key: string) => key } });
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

test("what decided it is said; of a game for one its band says all", () => {
  show({ scores: [8, 3], places: [1, 2] });
  expect(document.querySelector(".decided")?.textContent).toBe("toy.prompt");
  void unmount(app!);
  document.body.replaceChildren();
  show({ scores: [23], places: [], band: 2 });
  expect(document.querySelector(".decided")).toBeNull();
});

describe("who stopped it", () => {
  const stopped = (...seats: Room["seats"]): string | null | undefined => {
    show({ scores: [3, 8] }, 0, { why: "closed", scores: [3, 5], places: [2, 1] }, { seats });
    return document.querySelector(".decided")?.textContent;
  };
  test("all who play", () => expect(stopped(person("Ada"), person("Bo"))).toBe("end.stopped.all"));
  test("who plays alone", () => expect(stopped(person("Ada"), bot("easy"))).toBe("Ada ended it"));
  test("who gave up", () => expect(stopped(bot("easy", { conceded: true, owner: "Ada" }), bot("easy"))).toBe("end.stopped.conceded"));
  test("nobody any more", () => expect(stopped(bot("easy", { owner: "Ada" }), bot("easy"))).toBe("end.stopped.nobody"));
});

describe("what can be pressed", () => {
  const coming = (): boolean => document.querySelector(".next")!.classList.contains("coming");
  const pass = (ms: number): void => {
    vi.advanceTimersByTime(ms);
    flushSync();
  };
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("comes once hands have been at rest", () => {
    show({ scores: [8, 3], places: [1, 2] });
    for (let pressed = 0; pressed < 10; pressed++) {
      pass(500);
      expect(coming()).toBe(true);
      dispatchEvent(pressed % 2 ? new MouseEvent("pointerdown") : new KeyboardEvent("keydown", { key: "Enter", repeat: true }));
    }
    pass(1599);
    expect(coming()).toBe(true);
    pass(1);
    expect(coming()).toBe(false);
  });

  test("answers once it has been shown for a moment, and is gone again at a press before", () => {
    const answers = (): boolean => document.querySelector<HTMLElement>(".next")!.inert === false;
    show({ scores: [8, 3], places: [1, 2] });
    pass(1700);
    expect([coming(), answers()]).toEqual([false, false]);
    dispatchEvent(new MouseEvent("pointerdown"));
    pass(0);
    expect([coming(), answers()]).toEqual([true, false]);
    pass(1600);
    expect([coming(), answers()]).toEqual([false, false]);
    pass(600);
    dispatchEvent(new MouseEvent("pointerdown"));
    pass(0);
    expect([coming(), answers()]).toEqual([false, true]);
  });

  test("does not wait for keys that press nothing", () => {
    show({ scores: [8, 3], places: [1, 2] });
    pass(1500);
    dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
    pass(100);
    expect(coming()).toBe(false);
  });
});

test("the others are told that the game is played again, and who sat that the seat is kept", () => {
  show({ scores: [8, 3], places: [1, 2] }, 1, null, { rematch: "ABC" });
  expect(document.querySelector(".again")?.textContent).toBe("end.again.seat");
  void unmount(app!);
  document.body.replaceChildren();
  show({ scores: [8, 3], places: [1, 2] }, null, null, { rematch: "ABC" });
  expect(document.querySelector(".again")?.textContent).toBe("end.again");
});

test("what was told once is asked for when the game is over, not whenever who sits here is said anew", () => {
  const remember = vi.fn(() => {
    void house.me; // as what proves a seat is read
    return Promise.resolve();
  });
  show({ scores: [8, 3], places: [1, 2] }, 0, null, {}, { forgets: true, remember });
  house.me = { name: "Ada", tables: [] };
  flushSync();
  expect(remember).toHaveBeenCalledTimes(1);
});

test("of a bot that plays for somebody the name says that it is one, and the badge only its level", () => {
  show({ scores: [8, 3, 2], places: [1, 2, 3] }, null, null, { seats: [bot("easy", { owner: "Ada" }), bot("medium"), person("Cy")] });
  expect([...document.querySelectorAll("[data-level] .hidden-words")].map((each) => each.textContent)).toEqual(["level.easy", "table.bot"]);
});
