// The log as its lines are drawn: of each event its words, whom it is of, what kind it is, and whether it is
// about the reader. Whose colour a line has follows from an event's fields: who judges, else who stands first, acts.

import type { Event } from "../wire";
import type { Vocabulary } from "../words/format";

/** `turn` begins a turn, `house` is of the table instead of the game, e.g. a new name. */
export type LineKind = "turn" | "house" | "game";

export interface Line {
  words: string;
  kind: LineKind;
  /** What the game or the house calls the event. */
  name: string;
  /** Whose it is, if it is one seat's. */
  seat: number | null;
  /** It asks the reader, or somebody else does it to them. */
  you: boolean;
}

const JUDGE = "judge";

/** The seats in each field that names some, those of who acts first. */
function seatsIn({ args = {} }: Event, vocabulary: Vocabulary): number[][] {
  const fields = Object.entries(args).filter(([name]) => vocabulary[name] === "seat");
  fields.sort(([one], [other]) => Number(other === JUDGE) - Number(one === JUDGE));
  return fields.map(([, value]) => (typeof value === "number" ? [value] : value));
}

/** `words` are those of the events; `reader` is the reader's seat. */
export function lines(events: readonly Event[], words: readonly string[], game: string, vocabulary: Vocabulary, reader: number | null): Line[] {
  const own = `${game}.event.`;
  return events.map((event, at) => {
    const ofGame = event.key.startsWith(own);
    const name = event.key.slice(ofGame ? own.length : event.key.indexOf(".") + 1);
    const kind = !ofGame ? "house" : name === "turn" ? "turn" : "game";
    const seats = seatsIn(event, vocabulary);
    const [first = []] = seats;
    const seat = first.length === 1 ? first[0]! : null;
    const named = reader !== null && seats.some((each) => each.includes(reader));
    return { words: words[at] ?? "", kind, name, seat, you: named && (seat !== reader || kind === "turn" || name === "over") };
  });
}
