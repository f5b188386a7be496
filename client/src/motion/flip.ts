// Movement: pieces that changed places travel from where they were seen last to where they are now.
// One helper for all boards. It measures, plays a Web Animation from the old place, and can be called
// again in the middle of a flight: the next one starts from where the piece is seen at that moment.

export type Place = { x: number; y: number; width: number; height: number };

export const TRAVEL = 250; // ms at speed 1
const FADE = 120;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** Whether the reader's system asks for less motion. */
export function reduced(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where an element is seen now, in page coordinates (scrolling in between does not count as moving). */
export function place(element: Element): Place {
  const box = element.getBoundingClientRect();
  return { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height };
}

/** Remembers where the pieces with `data-piece` inside a board are, and lets them travel. */
export class Flip {
  #last = new Map<string, Place>();

  /** Take the places now; call before the board changes (`$effect.pre`). */
  remember(root: Element | null | undefined): void {
    this.#last.clear();
    for (const piece of root?.querySelectorAll<HTMLElement>("[data-piece]") ?? []) {
      this.#last.set(piece.dataset.piece ?? "", place(piece));
    }
  }

  /**
   * Let every piece travel from its remembered place; a new one appears. Resolves when all have landed.
   * `speed` is a factor on durations, 0 for none. With `from`, a new piece starts at that place, by id.
   */
  async play(root: Element | null | undefined, speed: number, from: Record<string, Place> = {}): Promise<void> {
    if (!root || speed <= 0) return;
    const flights: Promise<unknown>[] = [];
    for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
      const id = piece.dataset.piece ?? "";
      const old = this.#last.get(id) ?? from[id];
      const flight = old ? travel(piece, old, speed) : appear(piece, speed);
      if (flight) flights.push(flight.finished.catch(() => undefined));
    }
    await Promise.all(flights);
  }
}

/** One element travels here from another place. Null if it is there already or nothing may move. */
export function travel(element: HTMLElement, from: Place, speed: number): Animation | null {
  if (speed <= 0 || typeof element.animate !== "function") return null;
  for (const running of element.getAnimations()) if (running.id === "potluck-travel") running.cancel();
  const now = place(element);
  const dx = from.x - now.x;
  const dy = from.y - now.y;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return null;
  if (reduced()) return appear(element, speed);
  const scale = now.width > 0 && from.width > 0 ? from.width / now.width : 1;
  const flight = element.animate(
    [
      { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 10 },
      { transformOrigin: "0 0", transform: "none", zIndex: 10 },
    ],
    { duration: TRAVEL * speed, easing: EASE },
  );
  flight.id = "potluck-travel";
  return flight;
}

/** A short fade for what was not there before. */
export function appear(element: HTMLElement, speed: number): Animation | null {
  if (speed <= 0 || typeof element.animate !== "function") return null;
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE * speed });
}
