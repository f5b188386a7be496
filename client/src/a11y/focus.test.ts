import { afterEach, beforeEach, expect, test } from "vitest";

import { keepFocus } from "./focus";
import { nearest, roving } from "./roving";

const settle = () => new Promise((done) => setTimeout(done, 0));
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `<main><h1 tabindex="-1">Table</h1><p data-focus-home tabindex="-1" id="prompt"></p>
    <div id="board"><button id="card">card</button><button id="other">other</button></div>
    <div id="grid"><button data-rove id="a"></button><button data-rove id="b"></button></div></main>`;
  stop = keepFocus();
});
afterEach(() => stop());
const get = (id: string) => document.getElementById(id)!;

test("a focused piece that goes away hands focus to the prompt", async () => {
  get("card").focus();
  get("card").remove();
  await settle();
  expect(document.activeElement?.id).toBe("prompt");
});

test("inside a group, the group's own stop gets it", async () => {
  const group = roving(get("grid"));
  get("b").focus();
  get("b").remove();
  await settle();
  expect(document.activeElement?.id).toBe("a");
  group.destroy();
});

test("a focused button that is switched off counts as gone", async () => {
  get("card").focus();
  (get("card") as HTMLButtonElement).disabled = true;
  await settle();
  expect(document.activeElement?.id).toBe("prompt");
});

test("without a prompt the heading gets it", async () => {
  get("prompt").remove();
  get("card").focus();
  get("card").remove();
  await settle();
  expect(document.activeElement?.tagName).toBe("H1");
});

test("focus that nobody had is not stolen", async () => {
  get("card").focus();
  get("other").focus();
  get("card").remove();
  await settle();
  expect(document.activeElement?.id).toBe("other");
});

test("arrows go to the nearest in their direction, straight ahead first", () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
  const boxes = [box(0, 0), box(20, 0), box(40, 0), box(0, 20), box(20, 20)];
  expect(nearest(boxes, 0, "ArrowRight")).toBe(1);
  expect(nearest(boxes, 0, "ArrowDown")).toBe(3);
  expect(nearest(boxes, 4, "ArrowUp")).toBe(1);
  expect(nearest(boxes, 2, "ArrowRight")).toBeNull();
  expect(nearest(boxes, 2, "ArrowDown")).toBe(4);
  expect(nearest(boxes, 0, "Enter")).toBeNull();
});

test("a roving group has exactly one tab stop, also when items come", async () => {
  const group = roving(get("grid"));
  const stops = () => [...document.querySelectorAll<HTMLElement>("#grid [data-rove]")].map((item) => item.tabIndex);
  expect(stops()).toEqual([0, -1]);
  get("b").focus();
  expect(stops()).toEqual([-1, 0]);
  get("grid").insertAdjacentHTML("beforeend", "<button data-rove></button>");
  await settle();
  expect(stops()).toEqual([-1, 0, -1]);
  get("grid").dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  expect(document.activeElement?.id).toBe("a");
  group.destroy();
});
