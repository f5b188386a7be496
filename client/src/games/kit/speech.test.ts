import { expect, test } from "vitest";

import { lineAbout, speech } from "./speech";

test("a board's words are those of its game, asked anew each time", () => {
  let language = "en";
  const { say, word, tell } = speech("toy", () => ({
    term: (key, fill = {}) => `${language} ${key} ${JSON.stringify(fill)}`,
    words: ({ key, args }) => `${language} ${key} ${JSON.stringify(args)}`,
  }));
  expect(say("hide", { kind: "salt" })).toBe('en toy.board.hide {"kind":"salt"}');
  expect(word("kind", 2)).toBe("en toy.kind.2 {}");
  language = "de";
  expect(tell("line.score", { seat: 1 })).toBe('de toy.line.score {"seat":1}');
});

test("a line is found by what it is about, wherever the game puts it", () => {
  const line = (key: string, args: Record<string, number>) => ({ key, args });
  const sections = [
    { title: { key: "toy.section.a" }, lines: [line("toy.line.score", { pot: 1 }), line("toy.line.pot.open", { pot: 0 })], across: 1 },
    { title: { key: "toy.section.b" }, lines: [line("toy.line.pot.closed", { pot: 1 })], across: 1 },
  ];
  expect(lineAbout("toy", sections, "line.pot", { pot: 1 })?.key).toBe("toy.line.pot.closed");
  expect(lineAbout("toy", sections, "line.pot", { pot: 2 })).toBeUndefined();
});
