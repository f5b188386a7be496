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

/** Somebody is called otherwise from this event on. */
const renames = ({ args, texts }: Event): boolean => texts?.before !== undefined && typeof args?.seat === "number";

/** An event apart from the log it stands in; `named`: how many new names the log has told, up to and with it. */
export interface Excerpt {
  event: Event;
  named: number;
}

/** These events as they come after `log`, by their index; a hole stays one. */
export function excerpts(log: readonly Event[], events: readonly (Event | null)[]): (Excerpt | null)[] {
  let named = log.filter(renames).length;
  return events.map((event) => {
    if (event === null) return null;
    if (renames(event)) named++;
    return { event, named };
  });
}

/** What the seats were called at each of these, which stand in `log`; they are called `names` now. */
export function namesAt(told: readonly Excerpt[], log: readonly Event[], names: readonly string[]): (readonly string[])[] {
  const changes = log.filter(renames);
  const then = [...namesThen(changes, names)];
  const first = changes.length > 0 ? earlier(changes[0]!, then[0]!) : names;
  return told.map(({ named }) => (named === 0 ? first : (then[named - 1] ?? names)));
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
    if (renames(events[at]!)) then = earlier(events[at]!, then);
  }
  return found;
}

/** What the seats were called before a new name. */
function earlier({ args, texts }: Event, names: readonly string[]): readonly string[] {
  const before = isolate(texts?.before ?? "");
  return names.map((name, seat) => (seat === args?.seat ? before : name));
}
