// Seat tokens: what proves to the server that this browser holds a seat. One a table, kept in
// localStorage; where storage is forbidden, for as long as the tab lives.

const PREFIX = "potluck.seat.";
const fallback = new Map<string, string>();

export function seatToken(table: string): string | null {
  try {
    return localStorage.getItem(PREFIX + table) ?? fallback.get(table) ?? null;
  } catch {
    return fallback.get(table) ?? null;
  }
}

/** Keep a table's token; null forgets it. */
export function keepSeatToken(table: string, token: string | null): void {
  if (token === null) fallback.delete(table);
  else fallback.set(table, token);
  try {
    if (token === null) localStorage.removeItem(PREFIX + table);
    else localStorage.setItem(PREFIX + table, token);
  } catch {
    // Private mode: the tab's own memory has it.
  }
}
