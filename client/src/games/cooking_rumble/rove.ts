// One tab stop per group, arrow keys inside it: an action for a container of `[data-rove]` buttons.

const NEXT = new Set(["ArrowRight", "ArrowDown"]);
const BEFORE = new Set(["ArrowLeft", "ArrowUp"]);

/** `fresh` changes whenever the pieces do, so that the tab stop moves on when its piece has left. */
export function rove(group: HTMLElement, _fresh?: unknown) {
  const pieces = () => [...group.querySelectorAll<HTMLElement>("[data-rove]")];

  function stop(at: HTMLElement | undefined): void {
    for (const piece of pieces()) piece.tabIndex = piece === at ? 0 : -1;
  }

  function settle(): void {
    const all = pieces();
    const focused = all.find((piece) => piece === document.activeElement);
    const current = all.find((piece) => piece.tabIndex === 0 && all.filter((each) => each.tabIndex === 0).length === 1);
    const lit = all.find((piece) => piece.getAttribute("aria-disabled") !== "true");
    const useful = current && (current.getAttribute("aria-disabled") !== "true" || !lit) ? current : lit;
    stop(focused ?? useful ?? all[0]);
  }

  function onkeydown(event: KeyboardEvent): void {
    const all = pieces();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    let to = at;
    if (NEXT.has(event.key)) to = (at + 1) % all.length;
    else if (BEFORE.has(event.key)) to = (at + all.length - 1) % all.length;
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = all.length - 1;
    else return;
    event.preventDefault();
    stop(all[to]);
    all[to]?.focus();
  }

  const onfocusin = (event: FocusEvent) => {
    if ((event.target as HTMLElement).matches("[data-rove]")) stop(event.target as HTMLElement);
  };

  settle();
  group.addEventListener("keydown", onkeydown);
  group.addEventListener("focusin", onfocusin);
  return {
    update: settle,
    destroy() {
      group.removeEventListener("keydown", onkeydown);
      group.removeEventListener("focusin", onfocusin);
    },
  };
}
