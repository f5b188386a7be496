import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { shortcuts } from "./shortcuts";

let board: HTMLElement;
let piece: HTMLButtonElement;
let field: HTMLInputElement;
const pressed = vi.fn();
const hurry = vi.fn();
const choosing = { held: [] as object[], cancel: vi.fn() };
let bound: { destroy: () => void };

beforeEach(() => {
  document.body.innerHTML = '<div class="prompt"><p tabindex="-1"></p></div><div id="board"><button data-place="0"></button><p></p></div><input />';
  board = document.querySelector<HTMLElement>("#board")!;
  piece = board.querySelector("button")!;
  field = document.querySelector("input")!;
  piece.onclick = pressed;
  choosing.held = [];
  bound = shortcuts(board, { choosing: choosing as never, keys: { a: '[data-place="0"]' }, hurry });
});
afterEach(() => {
  bound.destroy();
  vi.clearAllMocks();
});

function key(at: Element, name: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more });
  at.dispatchEvent(event);
  return event;
}

test("a key presses its piece and takes the focus there, from the page, the board and the prompt", () => {
  for (const at of [document.body, board, document.querySelector(".prompt p")!]) {
    expect(key(at, "A").defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(piece);
  }
  expect([pressed.mock.calls.length, hurry.mock.calls.length]).toEqual([3, 3]);
});

test("keys are left alone where something is written, under a dialog, with a modifier, and when the board is gone", () => {
  key(field, "a");
  key(document.body, "a", { ctrlKey: true });
  key(document.body, "x");
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.setAttribute("open", "");
  key(document.body, "a");
  dialog.remove();
  bound.destroy();
  key(document.body, "a");
  expect(pressed).not.toHaveBeenCalled();
});

test("Escape and a press beside the pieces put back what is held", () => {
  expect(key(document.body, "Escape").defaultPrevented).toBe(false);
  board.querySelector("p")!.click();
  expect(choosing.cancel).not.toHaveBeenCalled();
  choosing.held = [{}];
  expect(key(document.body, "Escape").defaultPrevented).toBe(true);
  piece.click();
  expect(choosing.cancel).toHaveBeenCalledTimes(1);
  board.querySelector("p")!.click();
  expect(choosing.cancel).toHaveBeenCalledTimes(2);
});

test("whoever points at the board has seen enough", () => {
  board.dispatchEvent(new Event("pointerdown"));
  expect(hurry).toHaveBeenCalledTimes(1);
});
