import { expect, test } from "vitest";

import { invited, ours, route } from "./routes";

test("paths lead to pages", () => {
  expect(route("/")).toEqual({ page: "lobby" });
  expect(route("/new/cooking_rumble")).toEqual({ page: "new", game: "cooking_rumble" });
  expect(route("/t/K7M2QX")).toEqual({ page: "table", table: "K7M2QX" });
  expect(route("/t/K7M2QX/")).toEqual({ page: "table", table: "K7M2QX" });
  expect(route("/seat/a%2Db")).toEqual({ page: "seat", code: "a-b" });
  expect(route("/about")).toEqual({ page: "about" });
});

test("everything else is missing, without throwing", () => {
  for (const path of ["/t", "/t/a/b", "/new/../etc", "/new/%3Cb%3E", "/nowhere", `/t/${"a".repeat(65)}`, `/seat/${"a".repeat(300)}`]) {
    expect(route(path)).toEqual({ page: "missing" });
  }
  expect(route("/t/%E0%A4%A")).toEqual({ page: "table", table: "%E0%A4%A" });
});

test("an invitation is a code or a link", () => {
  expect(invited("  K7M2QX ")).toBe("/t/k7m2qx");
  expect(invited("http://kitchen.local:8000/t/K7M2QX")).toBe("/t/k7m2qx");
  expect(invited("https://example.org/seat/abc_DEF-1?x=1")).toBe("/seat/abc_DEF-1");
  expect(invited("")).toBeNull();
  expect(invited("two words")).toBeNull();
  expect(invited("https://example.org/elsewhere/abcdef")).toBeNull();
});

test.each([
  "k7m2qxabcd",
  " K7M2QXABCD\n",
  "k7m2q xabcd",
  "K7M2-QXAB-CD",
  "k 7 m 2 q x a b c d",
  "„k7m2qxabcd“",
  "`k7m2qxabcd`.",
  "Code: K7M2QXABCD",
  "Come to table k7m2qxabcd, we have begun!",
  "Ｋ７Ｍ２ＱＸＡＢＣＤ",
  "k7m2qxa\u200bbcd",
  "k7m2qxa8cd", // an 8 was a B, for there is none
  "https://potluck.example/t/k7m2qxabcd",
  "Join us (https://potluck.example/t/k7m2qxabcd).",
  "<https://potluck.example/t/K7M2QXABCD/>",
  "[table](http://192.168.1.5:8000/t/k7m2qxabcd)",
  "https://example.org/games/potluck/t/k7m2qxabcd?x=1#y",
  "_https://potluck.example/t/k7m2qxabcd_",
  "potluck.example/t/k7m2qxabcd, see you",
  "/t/k7m2qxabcd",
  "t/k7m2qxabcd",
])("%j leads to the table", (typed) => {
  expect(invited(typed)).toBe("/t/k7m2qxabcd");
});

test.each([
  ["Take my seat: https://example.org/p/seat/Ab-c_D1.", "/seat/Ab-c_D1"],
  ["https://example.org/seat/abc_", "/seat/abc_"],
  ["0oooo2oooo", "/t/ooooo2oooo"],
  ["dinnertime", "/t/dinnertime"],
])("%j leads to %s", (typed, path) => {
  expect(invited(typed)).toBe(path);
});

test.each(["restaurant tonight at eight", "k7m2qxabcd or k7m2qxabce", "see https://example.org/party/abc", "🍳", "a"])("%j leads nowhere", (typed) => {
  expect(invited(typed)).toBeNull();
});

test("only plain clicks on our own pages are followed without loading", () => {
  const link = (href: string, more: Record<string, string> = {}) => {
    const a = document.createElement("a");
    a.setAttribute("href", href);
    for (const [name, value] of Object.entries(more)) a.setAttribute(name, value);
    return a;
  };
  const click = (init: MouseEventInit = {}) => new MouseEvent("click", { button: 0, ...init });
  const here = `${location.origin}/`;
  expect(ours(click(), link("/about"), here)).toBe(true);
  expect(ours(click({ ctrlKey: true }), link("/about"), here)).toBe(false);
  expect(ours(click({ button: 1 }), link("/about"), here)).toBe(false);
  expect(ours(click(), link("/about", { target: "_blank" }), here)).toBe(false);
  expect(ours(click(), link("/api/tables/x/record"), here)).toBe(false);
  expect(ours(click(), link("/x", { download: "" }), here)).toBe(false);
  expect(ours(click(), link("https://example.org/"), here)).toBe(false);
  expect(ours(click(), link("#main"), here)).toBe(false);
});
