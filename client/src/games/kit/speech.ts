// A game's own words as its board needs them. All sentences are the catalogues'.

import type { BoardProps } from "../../boards";
import type { Phrase, Section } from "../../wire";
import type { Fields } from "./offer";

export interface Speech {
  /** One of the board's own sentences, `<game>.board.<key>`, with ready-made strings for its placeholders. */
  say: (key: string, fill?: Record<string, string | number>) => string;
  /** A term, e.g. ("kind", 2): `<game>.kind.2`. */
  word: (what: string, which: number | string) => string;
  /** Any other sentence of the game, e.g. ("line.score", {seat, n}), its arguments worded as the vocabulary says. */
  tell: (key: string, args?: Phrase["args"]) => string;
}

/** `given` is what the board has from the shell; asked anew each time, so that another language is heard. */
export function speech(game: string, given: () => Pick<BoardProps, "term" | "words">): Speech {
  return {
    say: (key, fill = {}) => given().term(`${game}.board.${key}`, fill),
    word: (what, which) => given().term(`${game}.${what}.${which}`),
    tell: (key, args = {}) => given().words({ key: `${game}.${key}`, args }),
  };
}

/** The line that a game's own description of a look (`sections`) has about something, e.g. ("line.pot", {pot: 2}). */
export function lineAbout(game: string, sections: readonly Section[] | null, key: string, about: Fields): Phrase | undefined {
  const prefix = `${game}.${key}.`;
  return (sections ?? []).flatMap((section) => section.lines).find((line) => line.key.startsWith(prefix) && Object.entries(about).every(([name, value]) => line.args?.[name] === value));
}
