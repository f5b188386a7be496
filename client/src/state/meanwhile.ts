// What happened while nobody of this seat looked, for who comes back: the events in order, which of them a
// bot saw to in their place, folded by turn. What is told once has no part in it: that is shown on the board.

import type { Event } from "../wire";
import { type Excerpt, excerpts } from "./names";

/** How much is told at once; what lies further back is in the log. */
export const MOST = 400;

/** One event that was missed; `bot`: a bot played for the reader then. */
export interface Missed extends Excerpt {
  bot: boolean;
}

/** Events of one turn; `seat` is whose it was, null where the game does not say. */
export interface Turn {
  seat: number | null;
  missed: Missed[];
}

/**
 * Of the events of a stream that begin at index `first`, after `log`: those from `since` on that may be told again.
 * `botFrom`: the index from which a bot played for the reader; null: none did.
 */
export function missedOf(log: readonly Event[], first: number, events: readonly (Event | null)[], since: number, botFrom: number | null): Missed[] {
  const found: Missed[] = [];
  excerpts(log, events).forEach((each, at) => {
    const index = first + at;
    if (index >= since && each !== null && !each.event.once) found.push({ ...each, bot: botFrom !== null && index >= botFrom });
  });
  return found.slice(-MOST);
}

/** Fold by turn: every game says whose turn begins by an event called `turn`. */
export function turnsOf(missed: readonly Missed[], game: string): Turn[] {
  const turns: Turn[] = [];
  for (const each of missed) {
    const seat = each.event.key === `${game}.event.turn` ? each.event.args?.seat : undefined;
    const begins = typeof seat === "number";
    if (begins || turns.length === 0) turns.push({ seat: begins ? seat : null, missed: [] });
    turns.at(-1)!.missed.push(each);
  }
  return turns;
}

/** How many turns a bot made for this seat. */
export function botTurns(turns: readonly Turn[], seat: number | null): number {
  return turns.filter((turn) => turn.seat === seat && turn.missed.some((each) => each.bot)).length;
}
