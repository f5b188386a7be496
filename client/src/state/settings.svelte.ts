// What the reader has set for themselves: language, theme, speed of motion, board as text. Kept in this
// browser; nothing of it goes to the server but the language asked for.

import { reduced } from "../motion/flip";
import { chosen, chosenLanguage, keep, LANGUAGES, oneOf, spoken, type Language } from "./chosen";

export { LANGUAGES, spoken, type Language };
export const THEMES = ["system", "light", "dark"] as const;
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export const SOUNDS = ["off", "away", "always"] as const;

export type Theme = (typeof THEMES)[number];
export type Speed = (typeof SPEEDS)[number];
/** When it sounds that it is the reader's turn: never, while they look elsewhere, each time. */
export type Sound = (typeof SOUNDS)[number];

const FACTOR: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

class Settings {
  language: Language = $state("en");
  theme: Theme = $state("system");
  speed: Speed = $state("normal");
  sound: Sound = $state("off");
  text: boolean = $state(false);
  column: boolean = $state(true);
  #reduced = $state(false);

  constructor() {
    const kept = chosen();
    this.language = chosenLanguage();
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
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    root.style.setProperty("--pace", String(this.factor));
    const { language, theme, speed, sound, text, column } = this;
    keep({ language, theme, speed, sound, text, column });
  }
}

export const settings = new Settings();
