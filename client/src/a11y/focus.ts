// Focus is never lost: when the focused thing goes away (a piece was played, a button is gone), focus
// goes to the nearest place that makes sense, never to the body.

/**
 * Where focus goes after a loss. `chain` are the ancestors of what had it, nearest first: the group it
 * was in if that still has a stop, else the page's home (`data-focus-home`, the prompt), else its heading.
 */
export function refuge(chain: readonly Element[], root: ParentNode): HTMLElement | null {
  for (const ancestor of chain) {
    if (!ancestor.isConnected) continue;
    if (ancestor.hasAttribute("data-roving")) {
      const stop = ancestor.querySelector<HTMLElement>('[data-rove][tabindex="0"]');
      if (stop) return stop;
    }
    if (ancestor instanceof HTMLDialogElement && ancestor.open) return ancestor.querySelector<HTMLElement>("h2") ?? ancestor;
  }
  return root.querySelector<HTMLElement>("[data-focus-home]") ?? root.querySelector<HTMLElement>("main h1");
}

/** Watch the page from now on; returns how to stop. */
export function keepFocus(root: Document = document): () => void {
  let held: Element | null = null;
  let chain: Element[] = [];

  function onfocusin(event: FocusEvent): void {
    held = event.target as Element;
    chain = [];
    for (let up = held.parentElement; up; up = up.parentElement) chain.push(up);
  }

  function lost(): boolean {
    if (!held) return false;
    const active = root.activeElement;
    if (!held.isConnected) return active === null || active === root.body;
    return held === active && held.matches(":disabled");
  }

  function check(): void {
    if (!lost()) return;
    const home = refuge(chain, root);
    held = null;
    home?.focus({ preventScroll: true });
  }

  const watch = new MutationObserver(() => queueMicrotask(check));
  root.addEventListener("focusin", onfocusin);
  watch.observe(root.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    watch.disconnect();
    root.removeEventListener("focusin", onfocusin);
  };
}
