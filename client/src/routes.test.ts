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
  expect(invited("http://kitchen.local:8000/t/K7M2QX")).toBe("/t/K7M2QX");
  expect(invited("https://example.org/seat/abc_DEF-1?x=1")).toBe("/seat/abc_DEF-1");
  expect(invited("")).toBeNull();
  expect(invited("two words")).toBeNull();
  expect(invited("https://example.org/elsewhere/abcdef")).toBeNull();
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
