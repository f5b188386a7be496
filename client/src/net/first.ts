// The first requests of a page. They are on their way before anything can be drawn; those who need the
// answers (state/house.svelte.ts, a table's line) find them here.

import { route } from "../routes";
import { chosenLanguage } from "../state/chosen";
import type { House } from "../wire";
import { askAhead, paths } from "./api";

let opened: WebSocket | null = null;

/** Ask for what this page needs. */
export function begin(): void {
  const language = chosenLanguage();
  void askAhead(paths.words(language));
  void askAhead(paths.me);
  const house = askAhead<House>(paths.house);
  if (route(location.pathname).page !== "table") return;
  opened = connected();
  // The server writes into the page of a table which game is played there.
  const game = document.querySelector<HTMLMetaElement>('meta[name="game"]')?.content;
  if (!game) return;
  const words = (found: House) => {
    const hash = found.words[language]?.[game];
    if (hash) void askAhead(paths.gameWords(language, game, hash));
  };
  house.then(words, () => undefined);
}

/** A socket to the server: the one that was opened ahead, if it still serves, or a new one. */
export function openSocket(): WebSocket {
  const first = opened;
  opened = null;
  if (!first || first.readyState > WebSocket.OPEN) return connected();
  // It may have opened before anybody listened.
  if (first.readyState === WebSocket.OPEN) queueMicrotask(() => first.onopen?.(new Event("open")));
  return first;
}

function connected(): WebSocket {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
}
