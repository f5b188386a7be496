// Addresses and pages: the pure half of the router.

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "table"; table: string }
  | { page: "seat"; code: string }
  | { page: "about" }
  | { page: "missing" };

const LONGEST = 64; // characters; no id or code of ours is longer

/** The page of a path. */
export function route(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "lobby" };
  if (parts.length === 1 && first === "about") return { page: "about" };
  if (parts.length === 2 && second && second.length <= LONGEST) {
    if (first === "new" && /^[a-z0-9_]+$/.test(second)) return { page: "new", game: second };
    if (first === "t") return { page: "table", table: second };
    if (first === "seat") return { page: "seat", code: second };
  }
  return { page: "missing" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Where a typed or pasted invitation leads: a bare code is a table's; a whole link is followed if it
 * is one of ours (a table or a seat link, of any host). Null if it is neither.
 */
export function invited(text: string): string | null {
  const typed = text.trim();
  if (/^[A-Za-z0-9_-]{3,64}$/.test(typed)) return `/t/${typed.toLowerCase()}`; // phones begin with a capital
  const found = /\/(t|seat)\/([A-Za-z0-9_-]{3,64})\/?(?:[?#].*)?$/.exec(typed);
  return found ? `/${found[1]}/${found[2]}` : null;
}

/** Whether a click on a link is ours to follow: plain left click, no download, no new tab; `home` is where we stand. */
export function ours(event: MouseEvent, link: HTMLAnchorElement, home: string): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    inside(link, home)
  );
}

/** Whether a link leads to another page of ours, in this tab. */
export function inside(link: HTMLAnchorElement, home: string): boolean {
  return (
    !link.target &&
    !link.hasAttribute("download") &&
    link.href.startsWith(home) &&
    !link.href.startsWith(`${home}api/`) &&
    !link.getAttribute("href")?.startsWith("#")
  );
}
