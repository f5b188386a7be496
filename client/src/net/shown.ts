// Where memory is the game: how many events of a seat's stream this browser has shown to the end. A number
// and nothing of what they said; so that a reload repeats nothing even if the server has not heard of it.

import { seatToken } from "./seats";

const PREFIX = "potluck.shown.";

/** The number is worth something for the seat token it was counted with only. */
const mark = (table: string): string => (seatToken(table) ?? "").slice(0, 8);

export function shownEvents(table: string): number {
  try {
    const [of, count] = (localStorage.getItem(PREFIX + table) ?? "").split(" ");
    return of && of === mark(table) ? Number.parseInt(count ?? "", 10) || 0 : 0;
  } catch {
    return 0;
  }
}

export function keepShownEvents(table: string, count: number | null): void {
  try {
    if (count === null) localStorage.removeItem(PREFIX + table);
    else localStorage.setItem(PREFIX + table, `${mark(table)} ${count}`);
  } catch {
    // Private mode: the server's own count serves.
  }
}
