// How many events of a seat's stream were seen on this browser, with somebody looking at the page: a number
// and nothing of what they said. So that whoever comes back to a closed tab is told what they missed, and a
// mere reload tells nothing.

const KEY = "potluck.seen";
const TABLES = 60; // seats remembered; the one seen longest ago is forgotten first

const name = (table: string, token: string): string => `${table}.${token.slice(0, 8)}`;

function all(): Record<string, number> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? (found as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** The events seen of this seat's stream; null: this browser has seen none of it. */
export function seenEvents(table: string, token: string | null): number | null {
  if (token === null) return null;
  const found = all()[name(table, token)];
  return typeof found === "number" && found >= 0 ? found : null;
}

export function keepSeenEvents(table: string, token: string, count: number): void {
  const { [name(table, token)]: before, ...others } = all();
  if (before === count) return;
  const kept = [...Object.entries(others), [name(table, token), count] as const].slice(-TABLES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Private mode: the server's own count serves.
  }
}
