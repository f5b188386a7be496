// Where memory is the game: how many events of a seat's stream this browser has shown to the end. A number
// and nothing of what they said; so that a reload repeats nothing even if the server has not heard of it.

/** Several seats of one table may be played on this device; the seat's token tells them apart. */
const key = (table: string, token: string): string => `potluck.shown.${table}.${token.slice(0, 8)}`;

export function shownEvents(table: string, token: string | null): number {
  if (token === null) return 0;
  try {
    return Number.parseInt(localStorage.getItem(key(table, token)) ?? "", 10) || 0;
  } catch {
    return 0;
  }
}

export function keepShownEvents(table: string, token: string, count: number): void {
  try {
    localStorage.setItem(key(table, token), String(count));
  } catch {
    // Private mode: the server's own count serves.
  }
}
