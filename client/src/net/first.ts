// The first requests of a page. They are on their way before anything can be drawn; those who need the
// answers (state/house.svelte.ts, a table's line) find them here.

import { route } from "../routes";
import { chosenLanguage } from "../state/chosen";
import type { House } from "../wire";
import { askAhead, paths } from "./api";
import { under, within } from "./base";

let ahead: WebSocket | null = null;

/** Ask for what this page needs. */
export function begin(): void {
  const language = chosenLanguage();
  void askAhead(paths.words(language));
  void askAhead(paths.me);
  const house = askAhead<House>(paths.house);
  if (route(within(location.pathname)).page !== "table") return;
  ahead = connected();
  // The server writes into the page of a table which game is played there.
  const game = document.querySelector<HTMLMetaElement>('meta[name="game"]')?.content;
  if (!game) return;
  const words = (found: House) => {
    const hash = found.words[language]?.[game];
    if (hash) void askAhead(paths.gameWords(language, game, hash));
  };
  house.then(words, () => undefined);
}

/** The socket that was opened ahead, once; null where there is none. */
export function openedAhead(): WebSocket | null {
  const first = ahead;
  ahead = null;
  return first;
}

/** A new socket to the server. */
export function connected(): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${under("/socket")}`);
}
