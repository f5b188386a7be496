import { expect, test } from "vitest";

import { bot, event, person } from "./fakes";
import { namesThen, seatNames } from "./names";

const words = (key: string, fill?: Record<string, string | number>) => (fill ? `${key} ${fill.name ?? fill.level}` : key);
const renamed = (seat: number, before: string, after: string) => ({ ...event("event.renamed", { seat }), texts: { before, after } });

test("a bot has its name, one in somebody's place theirs; nothing turns the line", () => {
  expect(seatNames([bot("easy", { name: "Sumac" }), person("עדה"), person("", { kind: "open" })], words)).toEqual(["Sumac", "\u2068עדה\u2069", "table.seat_open"]);
  expect(seatNames([bot("easy", { owner: "Bo" })], words)).toEqual(["table.bot_of Bo"]);
});

test("each line of a log has the names of then", () => {
  const log = [event("a"), renamed(1, "Bo", "Bea"), event("b"), renamed(0, "עדה", "Ada"), renamed(1, "Bea", "Bob"), event("c")];
  expect(namesThen(log, ["Ada", "Bob"])).toEqual([
    ["\u2068עדה\u2069", "Bo"],
    ["\u2068עדה\u2069", "Bea"],
    ["\u2068עדה\u2069", "Bea"],
    ["Ada", "Bea"],
    ["Ada", "Bob"],
    ["Ada", "Bob"],
  ]);
  const names = ["Ada", "Bob"];
  expect(namesThen([event("a"), event("b")], names).every((each) => each === names)).toBe(true);
});
