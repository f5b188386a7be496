// Seat tokens: what proves to the server that this browser holds a seat. Several a table where one device
// is passed round. Kept in localStorage; where storage is forbidden, for as long as the tab lives.

const PREFIX = "potluck.seat.";
const fallback = new Map<string, string>();

function read(table: string): string | null {
  try {
    return localStorage.getItem(PREFIX + table) ?? fallback.get(table) ?? null;
  } catch {
    return fallback.get(table) ?? null;
  }
}

/** The tokens of a table's seats on this device, in the order they came. */
export function seatTokens(table: string): string[] {
  const kept = read(table);
  if (!kept) return [];
  // One token stands alone; a list is JSON. No token begins with a bracket.
  if (!kept.startsWith("[")) return [kept];
  try {
    const list: unknown = JSON.parse(kept);
    return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function keep(table: string, tokens: readonly string[]): void {
  const text = tokens.length > 1 ? JSON.stringify(tokens) : tokens[0];
  if (text === undefined) fallback.delete(table);
  else fallback.set(table, text);
  try {
    if (text === undefined) localStorage.removeItem(PREFIX + table);
    else localStorage.setItem(PREFIX + table, text);
  } catch {
    // Private mode: the tab's own memory has it.
  }
}

/** Keep more tokens of a table. */
export function addSeatTokens(table: string, tokens: readonly (string | null)[]): void {
  const more = tokens.filter((each) => each !== null);
  keep(table, [...new Set([...seatTokens(table), ...more])]);
}

/** Forget tokens of a table. */
export function dropSeatTokens(table: string, tokens: readonly (string | null)[]): void {
  keep(table, seatTokens(table).filter((each) => !tokens.includes(each)));
}
