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

const CODE = /^[a-z2-7]{10}$/; // of a table: base 32, so a 0 in it was an O, and an 8 a B
const AROUND = /[\s\p{P}\p{S}\p{Cf}]+/gu; // what people write around a code, and into it

/**
 * Where a typed or pasted invitation leads. The first link in it is followed if it is one of ours (a table or a
 * seat link, of any host, under any path); else it is a table's code, as people write it down: in capitals, in
 * groups, in a sentence. Null if it is neither.
 */
export function invited(text: string): string | null {
  const typed = text.normalize("NFKC").trim();
  const link = /(?:^|\/)(t|seat)\/([A-Za-z0-9_-]{3,64})(?![A-Za-z0-9_-])/.exec(typed);
  if (link?.[1] === "seat") return `/seat/${link[2]}`;
  if (link) return `/t/${link[2]!.replace(/[_-]+$/, "").toLowerCase()}`;
  const whole = code(typed.replace(AROUND, ""));
  if (CODE.test(whole)) return `/t/${whole}`;
  const codes = typed.split(AROUND).map(code).filter((each) => CODE.test(each) && /\d/.test(each)); // no word has digits
  if (codes.length === 1) return `/t/${codes[0]}`;
  return /^[A-Za-z0-9_-]{3,64}$/.test(typed) ? `/t/${typed.toLowerCase()}` : null;
}

const code = (typed: string): string => typed.toLowerCase().replaceAll("0", "o").replaceAll("8", "b");

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
