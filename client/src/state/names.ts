// What the seats of a table are called.

import type { Event, SeatInfo } from "../wire";
import { isolate } from "../words/isolate";

type Term = (key: string, fill?: Record<string, string | number>) => string;

/** A person's or a bot's name, for whom a bot plays, or that the seat is open: as it is put into a line. */
export function seatNames(seats: readonly SeatInfo[], term: Term): string[] {
  return seats.map((seat) => {
    if (seat.kind === "open") return term("table.seat_open");
    return isolate(seat.name ?? (seat.kind === "bot" ? botName(seat, term) : term("table.somebody")));
  });
}

function botName({ owner, level }: SeatInfo, term: Term): string {
  return owner == null ? term("table.bot", { level: term(`level.${level}`) }) : term("table.bot_of", { name: owner });
}

/**
 * What the seats were called when each of these events happened, the last of which is the newest there is: one
 * list for all between two that gave somebody another name.
 */
export function namesThen(events: readonly Event[], names: readonly string[]): (readonly string[])[] {
  let then = names;
  const found = events.map(() => names);
  for (let at = events.length - 1; at >= 0; at--) {
    found[at] = then;
    const { args, texts } = events[at]!;
    const seat = args?.seat;
    if (texts?.before === undefined || typeof seat !== "number") continue;
    const before = isolate(texts.before);
    then = then.map((name, each) => (each === seat ? before : name));
  }
  return found;
}
