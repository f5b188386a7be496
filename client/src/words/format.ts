// How a phrase becomes a sentence in the browser: the same small grammar as potluck/locale.
//
//   {name}           the argument, worded as the vocabulary says (a name, a term, a number)
//   {name:form}      the term in another form, a message of its own: `<term>:<form>`
//   {name:or}        a list joined by "or", {name:and} by "and"; each thing in it is named once
//   {name+name}      several arguments as one list; of things that are counted, none are left out
//   [one, other]     two forms, chosen by the argument called `n`
//   <key>:none       the sentence where `n` is 0, if there is one
//   <key>@<name>     the sentence for the reader, if that seat is the reader's
//
// Words that are put in (names, mostly) are isolated where they are written from right to left.
// What is put in is not looked at again: what a player is called is never read as a placeholder.

import type { Arg, Event, Phrase } from "../wire";
import { isolate } from "./isolate";
import { tag } from "./tag";

export type Message = string | readonly string[];
export type Catalogue = Readonly<Record<string, Message>>;
export type Vocabulary = Readonly<Record<string, string>>;
export type Fill = Readonly<Record<string, string | number>>;

type Args = Readonly<Record<string, Arg>>;

const SLOT = /\{(\w+(?:\+\w+)*)(?::(\w+))?\}/g;
const NOTHING = "words.nothing";
const COUNT = "count ";
const given = <T>(from: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(from, name) ? from[name] : undefined);

/** Words phrases in one language for one reader. */
export class Speaker {
  readonly #messages: Catalogue;
  readonly #vocabulary: Vocabulary;
  readonly #names: readonly string[];
  readonly #me: number | null;
  readonly #plural: Intl.PluralRules;
  readonly #number: Intl.NumberFormat;
  readonly #lists: Readonly<Record<"and" | "or", Intl.ListFormat>>;

  /** `names` are the players' by seat, `me` is the reader's seat; without a table there are none. */
  constructor(language: string, messages: Catalogue, vocabulary: Vocabulary = {}, names: readonly string[] = [], me: number | null = null) {
    const locale = tag(language);
    this.#messages = messages;
    this.#vocabulary = vocabulary;
    this.#names = names;
    this.#me = me;
    this.#plural = new Intl.PluralRules(locale);
    this.#number = new Intl.NumberFormat(locale);
    this.#lists = { and: new Intl.ListFormat(locale, { type: "conjunction" }), or: new Intl.ListFormat(locale, { type: "disjunction" }) };
  }

  /** Whether the catalogue has a key. */
  has(key: string): boolean {
    return Object.hasOwn(this.#messages, key);
  }

  /** The sentence of a phrase; an unknown key shows itself, so that a gap is seen. */
  say(phrase: Phrase): string {
    const args = phrase.args ?? {};
    return this.#fill(this.#toReader(phrase.key, args), args, (phrase as Event).texts);
  }

  /** A catalogue word, with ready-made strings for its placeholders; numbers are written the language's way. */
  term(key: string, fill: Fill = {}): string {
    return this.#form(key, fill.n).replace(SLOT, (slot: string, name: string) => {
      const value = given(fill, name);
      if (value === undefined) return slot;
      return typeof value === "number" ? this.#number.format(value) : isolate(value);
    });
  }

  /** Several words joined: "a, b and c". */
  list(words: readonly string[]): string {
    return this.#lists.and.format(words.map(isolate));
  }

  /** One argument as the vocabulary words it. */
  word(name: string, value: Arg): string {
    return this.#word(name, value, "", {});
  }

  // The key of a phrase, or of its sentence for one of its seats who is the reader.
  #toReader(key: string, args: Args): string {
    const mine = (value: Arg) => (typeof value === "number" ? value === this.#me : value.length === 1 && value[0] === this.#me);
    const you = Object.keys(args).find((name) => this.#vocabulary[name] === "seat" && mine(args[name]!) && this.has(`${key}@${name}`));
    return you === undefined ? key : `${key}@${you}`;
  }

  // A message with its slots filled: a sentence, or the form of a term, which has the same arguments.
  #fill(key: string, args: Args, texts: Readonly<Record<string, string>> = {}): string {
    return this.#form(key, args.n).replace(SLOT, (slot: string, names: string, form = "") => {
      const text = given(texts, names);
      if (text !== undefined) return isolate(text);
      const parts = names.split("+").map((name) => [name, given(args, name)] as const);
      if (!parts.every((part): part is readonly [string, Arg] => part[1] !== undefined)) return slot;
      const words = parts.filter(([, value]) => value !== 0 || parts.length === 1).map(([name, value]) => this.#word(name, value, form, args));
      return parts.length === 1 ? words[0]! : this.#list(words);
    });
  }

  #list(words: readonly string[], form: "and" | "or" = "and"): string {
    return words.length === 0 ? this.#fill(NOTHING, {}) : this.#lists[form].format(words);
  }

  #word(name: string, value: Arg, form: string, args: Args): string {
    if (typeof value !== "number") {
      const joined = form === "and" || form === "or";
      const words = value.map((each) => this.#word(name, each, joined ? "" : form, args));
      return joined ? this.#list([...new Set(words)], form) : this.#list(words);
    }
    const kind = this.#vocabulary[name] ?? "number";
    if (kind === "number") return this.#number.format(value);
    if (kind === "seat") return isolate(this.#names[value] ?? String(value + 1));
    if (kind.startsWith(COUNT)) return this.#fill(`${kind.slice(COUNT.length)}:n`, { n: value });
    if (form) return this.#fill(`${kind}.${value}:${form}`, args);
    const key = `${kind}.${value}`;
    const term = given(this.#messages, key) ?? key;
    return (typeof term === "string" ? term : term[0]) ?? key;
  }

  #form(key: string, n: unknown): string {
    const message = given(this.#messages, key);
    if (message === undefined) return key;
    if (typeof message === "string") return message;
    const none = n === 0 ? given(this.#messages, `${key}:none`) : undefined;
    if (typeof none === "string") return none;
    const one = !Array.isArray(n) && this.#plural.select(typeof n === "number" ? n : 0) === "one";
    return message[one ? 0 : 1] ?? message[0] ?? key;
  }
}
