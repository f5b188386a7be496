// The reader's keys on a board, and a press beside its pieces. A key presses a piece as a pointer would, so
// that there is one way of choosing; all pieces can be reached without these keys.

import type { Choosing } from "./choosing.svelte";

export interface Shortcuts {
  choosing: Choosing;
  /** What each key presses, as a selector within the board; letters are the small ones. */
  keys: Readonly<Record<string, string>>;
  /** Whoever acts has seen enough of what went before. */
  hurry: () => void;
}

/** For the board's outermost element: `use:shortcuts={…}`. */
export function shortcuts(board: HTMLElement, given: Shortcuts): { destroy: () => void } {
  const { choosing, keys, hurry } = given;

  // Keys are the board's when the focus is on it, on the prompt or nowhere, and nothing lies over it.
  function heard(event: KeyboardEvent): boolean {
    const at = event.target;
    if (event.defaultPrevented || !(at instanceof Element) || document.querySelector("dialog[open]")) return false;
    return at === document.body || at === document.documentElement || board.contains(at) || at.closest(".prompt") !== null;
  }

  function onkeydown(event: KeyboardEvent): void {
    if (!heard(event)) return;
    hurry();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (choosing.held.length === 0) return;
      event.preventDefault();
      choosing.cancel();
      return;
    }
    const selector = keys[event.key.toLowerCase()];
    if (selector === undefined) return;
    event.preventDefault();
    const piece = board.querySelector<HTMLElement>(selector);
    piece?.focus();
    piece?.click();
  }

  /** A press beside the pieces puts back what was picked up. */
  function onclick(event: MouseEvent): void {
    if (choosing.held.length > 0 && !(event.target as Element).closest("button")) choosing.cancel();
  }

  window.addEventListener("keydown", onkeydown);
  board.addEventListener("click", onclick);
  board.addEventListener("pointerdown", hurry);
  return {
    destroy() {
      window.removeEventListener("keydown", onkeydown);
      board.removeEventListener("click", onclick);
      board.removeEventListener("pointerdown", hurry);
    },
  };
}
