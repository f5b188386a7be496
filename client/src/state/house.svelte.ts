// Server state of the whole site: the house (games, build), its words in the reader's language, and who
// the reader is to the server. Loaded once; words again when the language changes.

import { untrack } from "svelte";

import { api, Refusal, UNREACHED } from "../net/api";
import type { GameInfo, House, Me, Phrase } from "../wire";
import { Speaker, type Catalogue } from "../words/format";
import { settings, type Language } from "./settings.svelte";

/** The build this page was made by. */
export const BUILD = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "dev";

class HouseState {
  house: House | null = $state.raw(null);
  me: Me | null = $state.raw(null);
  catalogue: Catalogue = $state.raw({});
  worded: Language | null = $state(null); // the language the catalogue is in
  failed: Phrase | null = $state.raw(null);
  outdated = $state(false);

  /** Words that belong to no table. */
  speaker = $derived(new Speaker(this.worded ?? "en", this.catalogue));
  ready = $derived(this.house !== null && this.worded !== null);

  #asked = 0;

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const language = settings.language; // the only thing words depend on
        untrack(() => void this.load(language));
      });
    });
  }

  async load(language: Language): Promise<void> {
    try {
      const [house, words] = await Promise.all([api.house(language), api.words(language), this.me ? null : this.refresh()]);
      if (language !== settings.language) return; // another one was chosen meanwhile
      this.house = house;
      this.catalogue = words;
      this.worded = language;
      this.failed = null;
      this.heardBuild(house.build);
    } catch (error) {
      this.failed = error instanceof Refusal ? error.why : UNREACHED;
    }
  }

  game(id: string): GameInfo | undefined {
    return this.house?.games.find((each) => each.id === id);
  }

  heardBuild(build: string): void {
    this.outdated = BUILD !== "dev" && build !== "dev" && build !== BUILD;
  }

  /** Ask again who the reader is and where they play; an answer overtaken by a later question is dropped. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const me = await api.me();
    if (asked === this.#asked) this.me = me;
  }

  /** Become a guest, or be called differently. */
  async rename(name: string): Promise<void> {
    await api.name(name);
    await this.refresh();
  }
}

export const house = new HouseState();

/** A house word. */
export const t = (key: string, fill: Record<string, string | number> = {}): string => house.speaker.term(key, fill);

/** A house phrase (a refusal) as a sentence. */
export const say = (phrase: Phrase): string => house.speaker.say(phrase);

/** What to tell the reader about something that was thrown. */
export function why(error: unknown): string {
  return say(error instanceof Refusal ? error.why : UNREACHED);
}
