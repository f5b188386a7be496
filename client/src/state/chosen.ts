// What the reader has chosen for themselves, as this browser keeps it, and the language that follows. Read
// before anything is drawn; settings.svelte.ts is its live half.

import { tag } from "../words/tag";

export const LANGUAGES = ["en", "de", "pt_BR"] as const;

export type Language = (typeof LANGUAGES)[number];

const KEY = "potluck.settings";

/** The catalogue that serves the languages a browser asks for, best first. */
export function spoken(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const found = LANGUAGES.find((known) => tag(known).split("-")[0] === each.toLowerCase().split(/[-_]/)[0]);
    if (found) return found;
  }
  return "en";
}

/** What was kept, unchecked. */
export function chosen(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function keep(settings: Record<string, unknown>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private mode: the settings last as long as the tab.
  }
}

/** One of several values, or another if it is none. */
export function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((each) => each === value) ?? otherwise;
}

/** The language the reader has chosen, or else their browser's. */
export function chosenLanguage(): Language {
  return oneOf(LANGUAGES, chosen().language, spoken(navigator.languages ?? [navigator.language]));
}
