// The pages, each with its own part of the script, loaded when it is needed. The server names the part of an
// address in the page it sends (shipping.ts, web/pages.py), so that nothing waits for this list.

import type { Component } from "svelte";

import type { Route } from "../routes";
import Missing from "./Missing.svelte";

export type PageName = Route["page"];

// Every page is given its route.
type Page = Component<any>;

const LOAD: Record<PageName, () => Promise<{ default: Page }>> = {
  lobby: () => import("./Lobby.svelte"),
  new: () => import("./NewTable.svelte"),
  table: () => import("./TablePage.svelte"),
  seat: () => import("./SeatLink.svelte"),
  about: () => import("./About.svelte"),
  missing: async () => ({ default: Missing }), // what cannot be found needs no looking for
};

const had = new Map<PageName, Page>([["missing", Missing]]);

/** The page, if it is here. */
export function page(name: PageName): Page | null {
  return had.get(name) ?? null;
}

/** Have a page; rejects if it cannot be loaded. */
export async function load(name: PageName): Promise<Page> {
  const found = (await LOAD[name]()).default;
  had.set(name, found);
  return found;
}

/** A page may be wanted in a moment. */
export function expect(name: PageName): void {
  if (!had.has(name)) load(name).catch(() => undefined); // tried again, and worded, when it is wanted
}
