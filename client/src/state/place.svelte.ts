// Where the reader is: the live half of the router.

import { tick } from "svelte";

import { home, under, within } from "../net/base";
import { ours, route, type Route } from "../routes";

class Here {
  current: Route = $state(route(within(location.pathname)));

  constructor() {
    addEventListener("popstate", () => this.#arrive());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || !ours(event, link, home)) return;
      event.preventDefault();
      this.go(within(link.pathname) + link.search);
    });
  }

  /** Go to a page of ours. `replace` leaves no way back to the page now shown. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", under(path));
    else history.pushState(null, "", under(path));
    this.#arrive();
    scrollTo(0, 0);
  }

  // A new page starts at its heading, for the eye and for a screen reader.
  #arrive(): void {
    this.current = route(within(location.pathname));
    void tick().then(() => document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true }));
  }
}

export const here = new Here();
