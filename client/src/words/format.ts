// How a phrase becomes a sentence in the browser: the same small grammar as potluck/locale.
//
//   {name}           the argument, worded as the vocabulary says (a name, a term, a number)
//   [one, other]     two forms, chosen by the argument called `n`
//
// Placeholders are replaced in a single pass: what a player is called is never read as a placeholder.

import type { Arg, Phrase } from "../wire";
import { tag } from "./tag";

export { tag };

export type Message = string | readonly string[];
export type Catalogue = Readonly<Record<string, Message>>;
export type Vocabulary = Readonly<Record<string, string>>;
export type Fill = Readonly<Record<string, string | number>>;

const SLOT = /\{(\w+)\}/g;

/** Words phrases in one language for one table. */
export class Speaker {
  readonly #messages: Catalogue;
  readonly #vocabulary: Vocabulary;
  readonly #names: readonly string[];
  readonly #plural: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;
  readonly #list: Intl.ListFormat;

  /** `names` are the players' by seat; without a table both may be empty. */
  constructor(language: string, messages: Catalogue, vocabulary: Vocabulary = {}, names: readonly string[] = []) {
    const locale = tag(language);
    this.#messages = messages;
    this.#vocabulary = vocabulary;
    this.#names = names;
    this.#plural = new Intl.PluralRules(locale);
    this.#number = new Intl.NumberFormat(locale);
    this.#list = new Intl.ListFormat(locale, { type: "conjunction" });
  }

  /** Whether the catalogue has a key. */
  has(key: string): boolean {
    return Object.hasOwn(this.#messages, key);
  }

  /** The sentence of a phrase; an unknown key shows itself, so that a gap is seen. */
  say(phrase: Phrase): string {
    const args = phrase.args ?? {};
    return this.#form(phrase.key, args.n).replace(SLOT, (slot: string, name: string) => {
      const value = Object.hasOwn(args, name) ? args[name] : undefined;
      return value === undefined ? slot : this.word(name, value);
    });
  }

  /** A catalogue word, with ready-made strings for its placeholders; numbers are written the language's way. */
  term(key: string, fill: Fill = {}): string {
    return this.#form(key, fill.n).replace(SLOT, (slot: string, name: string) => {
      const value = Object.hasOwn(fill, name) ? fill[name] : undefined;
      if (value === undefined) return slot;
      return typeof value === "number" ? this.#number.format(value) : value;
    });
  }

  /** Several words joined: "a, b and c". */
  list(words: readonly string[]): string {
    return this.#list.format(words);
  }

  /** One argument as the vocabulary words it. */
  word(name: string, value: Arg): string {
    if (typeof value !== "number") return this.list(value.map((each) => this.word(name, each)));
    const kind = this.#vocabulary[name] ?? "number";
    if (kind === "number") return this.#number.format(value);
    if (kind === "seat") return this.#names[value] ?? String(value + 1);
    const key = `${kind}.${value}`;
    const term = Object.hasOwn(this.#messages, key) ? this.#messages[key] : key;
    return (typeof term === "string" ? term : term?.[0]) ?? key;
  }

  #form(key: string, n: unknown): string {
    const message = Object.hasOwn(this.#messages, key) ? this.#messages[key] : undefined;
    if (message === undefined) return key;
    if (typeof message === "string") return message;
    const one = !Array.isArray(n) && this.#plural.select(typeof n === "number" ? n : 0) === "one";
    return message[one ? 0 : 1] ?? message[0] ?? key;
  }
}
