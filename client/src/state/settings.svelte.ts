// What the reader has set for themselves: language, theme, speed of motion, board as text. Kept in this
// browser; nothing of it goes to the server but the language asked for.

import { tag } from "../words/format";
import { reduced } from "../motion/flip";

export const LANGUAGES = ["en", "de", "pt_BR"] as const;
export const THEMES = ["system", "light", "dark"] as const;
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export const SOUNDS = ["off", "away", "always"] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
/** When it sounds that it is the reader's turn: never, while they look elsewhere, each time. */
export type Sound = (typeof SOUNDS)[number];

const KEY = "potluck.settings";
const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** The catalogue that serves the languages a browser asks for, best first. */
export function spoken(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const found = LANGUAGES.find((known) => tag(known).split("-")[0] === each.toLowerCase().split(/[-_]/)[0]);
    if (found) return found;
  }
  return "en";
}

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((each) => each === value) ?? otherwise;
}

class Settings {
  language: Language = $state("en");
  theme: Theme = $state("system");
  speed: Speed = $state("normal");
  sound: Sound = $state("off");
  text: boolean = $state(false);
  column: boolean = $state(true);
  #reduced = $state(false);

  constructor() {
    const kept = stored();
    this.language = oneOf(LANGUAGES, kept.language, spoken(navigator.languages ?? [navigator.language]));
    this.theme = oneOf(THEMES, kept.theme, "system");
    this.speed = oneOf(SPEEDS, kept.speed, "normal");
    this.sound = oneOf(SOUNDS, kept.sound, "off");
    this.text = kept.text === true;
    this.column = kept.column !== false;
    this.#reduced = reduced();
    if (typeof matchMedia === "function") {
      matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => (this.#reduced = event.matches));
    }
    $effect.root(() => {
      $effect(() => this.#apply());
    });
  }

  /** Factor on every duration; 0 = no motion. */
  get factor(): number {
    return this.#reduced ? 0 : FACTOR[this.speed];
  }

  #apply(): void {
    const root = document.documentElement;
    root.lang = tag(this.language);
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    root.style.setProperty("--pace", String(this.factor));
    const { language, theme, speed, sound, text, column } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, speed, sound, text, column }));
    } catch {
      // Private mode: the settings last as long as the tab.
    }
  }
}

export const settings = new Settings();
