// The plain HTTP half: house, words, identity, making and arranging tables. Same origin; every POST
// carries the header that tells the server it comes from this client and not from a foreign form.

import type { Catalogue } from "../words/format";
import { under } from "./base";
import type { Arranged, Decided, GivenBack, House, LinkMade, LinkShown, Me, Offered, Phrase, Problem, Proposal, Reach, RematchMade, Room, Rules, Seated, SeatGiven, SeatPlan, Welcome } from "../wire";

/** The server said no, in words-to-be. */
export class Refusal extends Error {
  constructor(
    readonly why: Phrase,
    readonly status: number,
    /** The table that a link led to which opens nothing any more. */
    readonly table: string | null = null,
  ) {
    super(why.key);
  }
}

/** Says that a request comes from this client and not from a form of another site. */
export const OURS = { "X-Potluck": "1" };

/** The server was not reached, or answered something that is no answer. */
export const UNREACHED: Phrase = { key: "house.unreached" };

/** Why something came to nothing, whatever was thrown. */
export function reasonOf(error: unknown): Phrase {
  return error instanceof Refusal ? error.why : UNREACHED;
}

/** The answer to a request; rejects with a `Refusal`. */
export async function ask(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(under(path), init);
  } catch {
    throw new Refusal(UNREACHED, 0);
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  if (!body || typeof body !== "object" || !("why" in body)) throw new Refusal(UNREACHED, response.status);
  const { why, table } = body as Problem;
  throw new Refusal(why, response.status, table);
}

const ahead = new Map<string, Promise<unknown>>();

/** Ask now for what the page will ask for in a moment; whoever does gets this answer, once. */
export function askAhead<T>(path: string): Promise<T> {
  const asked = fetched<T>(path);
  asked.catch(() => undefined); // said to whoever takes it
  ahead.set(path, asked);
  return asked;
}

async function get<T>(path: string): Promise<T> {
  const asked = ahead.get(path);
  ahead.delete(path);
  return asked ? ((await asked) as T) : fetched(path);
}

async function fetched<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...OURS },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

/** Where what every page needs is found. */
export const paths = {
  house: "/api/house",
  words: (lang: string) => `/api/words/${lang}`,
  gameWords: (lang: string, game: string, hash: string) => `/api/words/${lang}/${encodeURIComponent(game)}/${encodeURIComponent(hash)}`,
  me: "/api/me",
};

const table = (id: string, what = "") => `/api/tables/${encodeURIComponent(id)}${what}`;

export const api = {
  house: () => get<House>(paths.house),
  words: (lang: string) => get<Catalogue>(paths.words(lang)),
  gameWords: (lang: string, game: string, hash: string) => get<Catalogue>(paths.gameWords(lang, game, hash)),
  /** The origins by which friends reach this server, told at its own machine only. */
  reach: () => get<Reach>("/api/reach"),
  rules: (game: string, lang: string) => get<Rules>(`/api/rules/${game}?lang=${lang}`),
  me: () => get<Me>(paths.me),
  name: (name: string) => post<Me>("/api/me", { name, tried: true }),
  create: (game: string, options: Record<string, unknown>, seats: SeatPlan[]) =>
    post<Seated>("/api/tables", { game, options, seats, nonce: nonce() }),
  room: (id: string) => get<Room>(table(id)),
  /** Take an open seat; with a name, for somebody else on this device. */
  sit: (id: string, seat: number, name: string | null = null) => post<SeatGiven>(table(id, "/sit"), { seat, nonce: nonce(), name }),
  leave: (id: string, seat_token: string) => post<null>(table(id, "/leave"), { seat_token }),
  arrange: (id: string, seat: number, plan: SeatPlan) => post<Arranged>(table(id, "/arrange"), { seat, plan }),
  start: (id: string) => post<null>(table(id, "/start"), {}),
  link: (id: string, seat_token: string) => post<LinkMade>(table(id, "/link"), { seat_token }),
  rematch: (id: string, seat_token: string | null) => post<RematchMade>(table(id, "/rematch"), { seat_token }),
  /** A new share in the luck: after a rematch the old ones are known to all. */
  renewNonce: (id: string, seat_token: string) => post<null>(table(id, "/nonce"), { seat_token, nonce: nonce() }),
  /** A new proof of a seat that is this guest's; the old one is void. */
  reclaim: (id: string, seat: number) => post<SeatGiven>(table(id, "/reclaim"), { seat }),
  /** End an unfinished table for everybody; with other people in play it is voted on. */
  close: (id: string) => post<Decided>(table(id, "/close"), {}),
  /** Let a bot play an away seat on, or propose it. */
  hand: (id: string, seat: number, level: string) => post<Decided>(table(id, "/hand"), { seat, level }),
  /** A one-time link for somebody else to an away seat; none yet where it was only proposed. */
  offer: (id: string, seat: number) => post<Offered>(table(id, "/offer"), { seat }),
  vote: (id: string, about: Proposal["about"], seat: number | null, yes: boolean) => post<Decided>(table(id, "/vote"), { about, seat, yes }),
  /** Back to a seat that is ours; no proof yet where a person plays it, who is asked. */
  back: (id: string, seat: number, seat_token: string | null) => post<GivenBack>(table(id, "/back"), { seat, seat_token }),
  /** Give up: a bot plays on. */
  concede: (id: string, seat_token: string) => post<null>(table(id, "/concede"), { seat_token }),
  /** What a seat link would do; it stays good. */
  linked: (code: string) => get<LinkShown>(`/api/links/${encodeURIComponent(code)}`),
  redeem: (code: string) => post<Seated>(`/api/links/${encodeURIComponent(code)}`, {}),
  /** All that a seat, or who watches, may know now, from the first event on. */
  view: async (id: string, seat_token: string | null) => {
    const headers: HeadersInit = seat_token === null ? {} : { Authorization: `Seat ${seat_token}` };
    return (await (await ask(table(id, "/view?sections=0"), { headers })).json()) as Welcome;
  },
  recordPath: (id: string) => under(table(id, "/record")),
  /** A picture of an address of ours; `at` is this page's origin, or one that friends reach. */
  qrPath: (path: string, at: string) => under(`/api/qr?text=${encodeURIComponent(under(path))}&at=${encodeURIComponent(at)}`),
};

/** Unguessable hex; works on plain-http LAN addresses too, where `crypto.randomUUID` is missing. */
export function nonce(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
