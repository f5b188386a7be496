import { afterEach, expect, test, vi } from "vitest";

import { onlyAnew } from "./parts";

const LOST = new TypeError("Failed to fetch dynamically imported module: http://house/assets/table.js");

afterEach(() => void vi.unstubAllGlobals());

function page(type: string, age: number, answer: () => Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (part: string) => (asked.push(part), answer()));
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }], now: () => age });
  return asked;
}
const there = () => Promise.resolve(new Response(""));

test("a part that is there by now can be had by a page that is asked for anew", async () => {
  const asked = page("navigate", 0, there);
  expect(await onlyAnew(LOST)).toBe(true);
  expect(asked).toEqual(["http://house/assets/table.js"]);
});

test("a part that is not there is waited for, and so is one that nobody names", async () => {
  page("navigate", 0, () => Promise.resolve(new Response("", { status: 502 })));
  expect(await onlyAnew(LOST)).toBe(false);
  page("navigate", 0, () => Promise.reject(new TypeError("no network")));
  expect(await onlyAnew(LOST)).toBe(false);
  const asked = page("navigate", 0, there);
  expect(await onlyAnew(new TypeError("Importing a module script failed."))).toBe(false);
  expect(asked).toEqual([]);
});

test("a page that was itself asked for anew is not at once again", async () => {
  page("reload", 59_000, there);
  expect(await onlyAnew(LOST)).toBe(false);
  page("reload", 60_000, there);
  expect(await onlyAnew(LOST)).toBe(true);
});
