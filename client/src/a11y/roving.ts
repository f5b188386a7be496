// Roving focus: one tab stop for a group of things, arrow keys between them. The nearest item in the
// arrow's direction is taken from where things are on the screen, so that any layout works: rows,
// grids, plates in a circle.

type Box = { left: number; top: number; right: number; bottom: number };

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The index of the box one arrow press away; null if there is none that way. */
export function nearest(boxes: readonly Box[], from: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  const here = boxes[from];
  if (!direction || !here) return null;
  const [dx, dy] = direction;
  const centre = (box: Box): [number, number] => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [x, y] = centre(here);
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, index) => {
    if (index === from) return;
    const [bx, by] = centre(box);
    const along = (bx - x) * dx + (by - y) * dy;
    const aside = Math.abs((bx - x) * dy) + Math.abs((by - y) * dx);
    if (along <= 1) return;
    const cost = along + 3 * aside; // straight ahead beats diagonally near
    if (cost < least) {
      least = cost;
      best = index;
    }
  });
  return best;
}

/**
 * Svelte action: the items are the descendants with `data-rove`. Exactly one has tabindex 0; arrows,
 * Home and End move. Items may come and go.
 */
export function roving(node: HTMLElement): { destroy(): void } {
  let current: HTMLElement | null = null;
  node.dataset.roving = "";

  const items = () => [...node.querySelectorAll<HTMLElement>("[data-rove]")].filter((item) => !item.hidden);

  function settle(): void {
    const all = items();
    if (!current || !all.includes(current)) {
      current = all.find((item) => item.getAttribute("aria-checked") === "true") ?? all[0] ?? null;
    }
    for (const item of all) {
      const index = item === current ? 0 : -1;
      if (item.tabIndex !== index) item.tabIndex = index;
    }
  }

  function onfocusin(event: FocusEvent): void {
    const item = (event.target as Element).closest<HTMLElement>("[data-rove]");
    if (item && node.contains(item)) {
      current = item;
      settle();
    }
  }

  function onkeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items();
    const from = all.findIndex((item) => item === document.activeElement);
    if (from < 0) return;
    let to: HTMLElement | undefined;
    if (event.key === "Home") to = all[0];
    else if (event.key === "End") to = all.at(-1);
    else if (event.key in DIRECTIONS) {
      const found = nearest(all.map((item) => item.getBoundingClientRect()), from, event.key);
      to = found === null ? undefined : all[found];
      event.preventDefault(); // the page does not scroll away under the group
    }
    if (to) {
      event.preventDefault();
      to.focus();
    }
  }

  node.addEventListener("focusin", onfocusin);
  node.addEventListener("keydown", onkeydown);
  const watch = new MutationObserver(settle);
  watch.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-rove", "hidden"] });
  settle();
  return {
    destroy() {
      watch.disconnect();
      node.removeEventListener("focusin", onfocusin);
      node.removeEventListener("keydown", onkeydown);
    },
  };
}
