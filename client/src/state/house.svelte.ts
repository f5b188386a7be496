// Server state of the whole site: the house (games, build), the words in the reader's language, and who the
// reader is to the server. Loaded once; words again when the language changes. The words of a game's tables
// are loaded when one is needed, and all words change their language at once: no page is ever half in one.

import { untrack } from "svelte";

import { api, reasonOf } from "../net/api";
import type { GameInfo, House, Me, Phrase } from "../wire";
import { Speaker, type Catalogue } from "../words/format";
import { tag } from "../words/tag";
import { settings, type Language } from "./settings.svelte";

/** The build this page was made by. */
export const BUILD = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "dev";

const AGAIN = 5_000; // ms after which what could not be loaded is asked for again

/** For something that comes once. */
interface Wait {
  over: Promise<void>;
  end: () => void;
}

function begun(): Wait {
  let end = () => undefined as void;
  const over = new Promise<void>((done) => (end = done));
  return { over, end };
}

class HouseState {
  house: House | null = $state.raw(null);
  me: Me | null = $state.raw(null);
  /** The words of the house and of the games whose tables are needed. */
  catalogue: Catalogue = $state.raw({});
  language: Language | null = $state(null); // the catalogue's
  failed: Phrase | null = $state.raw(null);
  outdated = $state(false);

  /** Words that belong to no table. */
  speaker = $derived(new Speaker(this.language ?? "en", this.catalogue));
  ready = $derived(this.house !== null && this.language !== null);
  /** In characters as the server counts them. */
  longestName = $derived(this.house?.limits.name ?? 24);
  /** What a field for a name takes, in UTF-16: nothing that is pasted is cut unseen, the count beside it tells. */
  nameLength = $derived(4 * this.longestName);

  #asked = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #loads = 0;
  readonly #had = new Map<string, Promise<unknown>>();
  readonly #needed = new Set<string>(); // games whose tables are shown, or soon may be
  #worded: ReadonlySet<string> = new Set(); // games whose words are in the catalogue
  readonly #waits = new Map<string, Wait>(); // for the words of a game

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const language = settings.language; // the only thing words depend on
        untrack(() => void this.load(language));
      });
    });
    addEventListener("online", () => this.retry());
  }

  /** Whether no words of a game's tables are to be waited for. Before there are any, no page is drawn. */
  has(game: string): boolean {
    return !this.ready || this.#worded.has(game);
  }

  /** The words of a game's tables are needed; done when they are there, however often that is tried. */
  need(game: string): Promise<void> {
    if (this.#worded.has(game)) return Promise.resolve();
    let wait = this.#waits.get(game);
    if (!wait) {
      wait = begun();
      this.#waits.set(game, wait);
      this.#needed.add(game);
      void this.load(settings.language);
    }
    return wait.over;
  }

  async load(language: Language): Promise<void> {
    clearTimeout(this.#again);
    const load = ++this.#loads;
    const overtaken = () => load !== this.#loads; // by one that loads all of this, or another language
    try {
      const [house, words] = await Promise.all([
        this.#once("house", api.house),
        this.#once(language, () => api.words(language)),
        this.#once("me", () => this.refresh()),
      ]);
      const games = [...this.#needed];
      const parts = await Promise.all(games.map((game) => this.#gameWords(house, language, game)));
      if (overtaken()) return;
      if (!this.house) this.heardBuild(house.build);
      this.house = house;
      this.catalogue = Object.assign({}, words, ...parts);
      this.language = language;
      this.#worded = new Set(games);
      this.failed = null;
      document.documentElement.lang = tag(language);
      for (const game of games) this.#arrived(game);
    } catch (error) {
      if (overtaken()) return;
      this.failed = reasonOf(error);
      this.#again = setTimeout(() => this.retry(), AGAIN);
    }
  }

  /** Ask again for what could not be loaded. */
  retry(): void {
    if (this.failed) void this.load(settings.language);
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
    try {
      await api.name(name);
    } catch (error) {
      void this.refresh().catch(() => undefined); // should cookies have been blocked, they are tried out anew
      throw error;
    }
    await this.refresh();
  }

  #gameWords(house: House, language: Language, game: string): Promise<Catalogue> {
    const hash = house.words[language]?.[game];
    // A game that this server no longer has: its table says so in words of the house.
    if (hash === undefined) return Promise.resolve({});
    return this.#once(`${language} ${game}`, () => api.gameWords(language, game, hash));
  }

  // What was had, or is on its way, is not asked for again; what failed is.
  #once<T>(what: string, load: () => Promise<T>): Promise<T> {
    const known = this.#had.get(what) as Promise<T> | undefined;
    if (known) return known;
    const asked = load();
    this.#had.set(what, asked);
    asked.catch(() => this.#had.delete(what));
    return asked;
  }

  #arrived(game: string): void {
    this.#waits.get(game)?.end();
    this.#waits.delete(game);
  }
}

export const house = new HouseState();

/** A house word. */
export const t = (key: string, fill: Record<string, string | number> = {}): string => house.speaker.term(key, fill);

/** A house phrase (a refusal) as a sentence. */
export const say = (phrase: Phrase): string => house.speaker.say(phrase);
