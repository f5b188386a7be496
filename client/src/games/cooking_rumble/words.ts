// The pieces of Cooking Rumble in words, for who cannot see them. The sentences are those of the game in words.

import type { Speech } from "../kit/speech";
import type { Around } from "./around";
import type { Drawn } from "./stage";
import type { Row } from "./wire";

// A name may hold hints of where it can be parted, which are for the eye alone.
const SOFT = /\u00ad/g;

export const nameOf = (seat: number, { tell }: Speech): string => tell("board.seat", { seat });

function rowWords(row: Row, { say, word }: Speech): string {
  return row.need
    .map((kind, at) => {
      if (at < row.pans) return say("row.pan");
      if (at > row.pans) return word("kind", kind);
      const asked = row.next ?? kind;
      return say(asked === kind ? "row.next" : "row.wild", { kind: word("kind", asked), was: word("kind", kind) });
    })
    .join(", ");
}

/** A recipe: place, dish, points, the nearest border first. */
export function plateWords(drawn: Drawn, place: number, { own, rivals }: Around, speech: Speech): string {
  const { say, word } = speech;
  const tile = drawn.tiles[place];
  if (!tile) return say("plate.empty", { place: word("place", place) });
  const side = (seat: number) => {
    const row = rowWords(tile.rows[seat]!, speech);
    return seat === drawn.seat ? say("row.own", { row }) : say("row.of", { seat: nameOf(seat, speech), row });
  };
  const plate = say("plate", { place: word("place", place), tile: word("tile", tile.id).replace(SOFT, ""), n: tile.points });
  return [plate, side(own), ...rivals.map(({ seat }) => side(seat))].join(" ");
}

export interface Labels {
  mat: string;
  tokens: string;
  taken: string;
  card: string;
  said: string;
}

/** A seat's things. */
export function seatWords(drawn: Drawn, seat: number, { say, word, tell }: Speech): Labels {
  const line = (key: string, args: Record<string, number | number[]> = {}) => tell(`line.${key}`, { seat, ...args });
  const held = (drawn.tokens[seat] ?? []).flatMap((here, token) => (here ? [token] : []));
  const tokens = held.length === 2 ? "tokens.both" : held.length === 1 ? `tokens.${held[0]}` : "tokens.none";
  const taken = (drawn.taken[seat] ?? []).map((tile) => tile.id);
  const judge = drawn.judge === seat ? `, ${say("judge")}` : "";
  return {
    mat: `${line("score", { n: drawn.scores[seat] ?? 0 })}${judge}`,
    tokens: line(tokens),
    taken: taken.length > 0 ? line("taken", { tiles: taken }) : say("taken.none"),
    card: drawn.shown === null ? say("card.down") : say(drawn.right ? "card.right" : "card.wrong", { kind: word("kind", drawn.shown) }),
    said: drawn.guess === null ? say("said.none") : say("said", { kind: word("kind", drawn.guess) }),
  };
}

/** The verdict on the judge's guess, in the colour of who reads it. */
export interface Judged {
  right: boolean;
  good: boolean | null;
  word: string;
}

/** What is said of the guess while the turn is about it. */
export function verdict({ right, fresh, seat, judge, card_of }: Drawn, { say }: Speech): Judged | null {
  if (right === null || !fresh) return null;
  return { right, good: seat === judge ? right : seat === card_of ? !right : null, word: say(right ? "right" : "wrong") };
}
