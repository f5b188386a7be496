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

const PATIENCE = 60_000; // ms; a page that was itself asked for anew is not at once again

/**
 * Whether a part could be had, but not by this page: Chromium remembers what did not come for as long as a
 * page lives, and asks the server no more.
 */
export async function onlyAnew(error: unknown): Promise<boolean> {
  const part = /https?:\/\/\S+?\.js/.exec(String(error))?.[0];
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!part || (how?.type === "reload" && performance.now() < PATIENCE)) return false;
  return fetch(part).then(
    (answer) => answer.ok,
    () => false,
  );
}
