// Which sections of a game's plain board this browser keeps folded.

const KEY = "potluck.folded";
type Folded = Record<string, boolean>;

function all(): Record<string, Folded> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, Folded>) : {};
  } catch {
    return {};
  }
}

/** By a section's key, whether the reader has folded it (or has opened it). */
export function folded(game: string): Folded {
  return all()[game] ?? {};
}

export function remember(game: string, sections: Folded): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: sections }));
  } catch {
    // Private mode: kept as long as the page.
  }
}
