// Made by tools/types.py from tables/room.py, web/messages.py and web/payloads.py. Do not edit: run `python -m tools.types`.

/** A message key and its arguments, e.g. cooking_rumble.event.guess, {"judge": 1, "kind": 2}. */
export interface Phrase {
  key: string;
  args?: Record<string, number | number[]>;
}

/** Base of every game's view: exactly what one viewer may know now. */
export interface View {
  seat: number | null;
  seats: number;
  waiting: number[];
  scores: number[];
  places: number[] | null;
  band?: number | null;
}

/** How a seat is to be filled when a table is made or changed. */
export interface SeatPlan {
  kind: "bot" | "here" | "me" | "open";
  level?: string | null;
  name?: string | null;
}

/** One seat as everybody sees it. */
export interface SeatInfo {
  kind: "bot" | "human" | "open";
  name: string | null;
  level: string | null;
  present: boolean;
  away: number | null;
  owner: string | null;
  conceded: boolean;
  letters: "mixed" | "other" | null;
}

/** Who could take back how many of their own last moves. */
export interface UndoInfo {
  seat: number;
  moves: number;
}

/** Something that those who play decide by a majority. */
export interface Proposal {
  about: "back" | "bot" | "close" | "place";
  seat: number | null;
  level: string | null;
  by: number[];
  against: number[];
  needed: number;
  until: number;
  awaited: number[];
  owners: number[];
}

/** A game that ended before its rules said so: how it stood, as far as everybody could see. */
export interface Ended {
  why: "closed";
  scores: number[];
  places: number[];
}

/** The table as every viewer sees it. */
export interface Room {
  table: string;
  game: string;
  options: Record<string, unknown>;
  status: "open" | "over" | "playing";
  seats: SeatInfo[];
  host: number | null;
  watching: number;
  commitment: string;
  seed: string | null;
  rematch: string | null;
  forgets: boolean;
  proposals: Proposal[];
  ended: Ended | null;
  expires: number | null;
  unplayable: Phrase | null;
  older: boolean;
}

/** One line of talk. `seat` is None for a spectator. */
export interface ChatLine {
  index: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
  renamed: boolean;
  mixed: boolean;
}

/** One move the viewer may make now: its notation and its words. */
export interface LegalMove {
  text: string;
  phrase: Phrase;
}

/** All a viewer may know now, with the events asked for. */
export interface Look {
  version: number;
  view: View;
  legal: LegalMove[];
  hints: unknown;
  prompt: Phrase;
  first: number;
  events: (Event | null)[];
  undo: UndoInfo | null;
  sections: Section[] | null;
}

/** What happened, as one viewer may know it. */
export interface Event {
  key: string;
  args?: Record<string, number | number[]>;
  once?: boolean;
  kept?: Phrase | null;
  texts?: Record<string, string>;
}

/** A titled group of worded lines: how a terminal and the plain board show a view. */
export interface Section {
  title: Phrase;
  lines: Phrase[];
  across: number;
}

/** An accepted submission: what the client's id came to, now or the first time it was sent. */
export interface Receipt {
  id: string;
  version: number;
}

/** A move by its fields, as the phrases of legal moves have them: nobody has to write notation. */
export interface NamedMove {
  key: string;
  args?: Record<string, number | number[]>;
}

/** The first message. `seat_token` proves the seat that is looked at; without it the tab watches. */
export interface Hello {
  t: "hello";
  build: string;
  table: string;
  seat_token?: string | null;
  also?: string[];
  events?: number;
  shown?: number;
  chat?: number;
  sections?: boolean;
}

/** One submission: one move or several that belong together, all or none. */
export interface Move {
  t: "move";
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** Why may I not make each of these moves? Answered from what this viewer may know. */
export interface Why {
  t: "why";
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** What would I see if I made these moves? Nobody else hears of it. */
export interface Try {
  t: "try";
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** Take back the last `moves` moves of one's own turn. */
export interface Undo {
  t: "undo";
  id: string;
  version: number;
  moves: number;
}

/** A line of chat. */
export interface Say {
  t: "say";
  id: string;
  text: string;
}

/** Where memory is the game: the person has been shown every event of this stream before `events`. */
export interface Shown {
  t: "shown";
  events: number;
}

/** From now on looks have sections, or not (`on`). */
export interface Describe {
  t: "describe";
  on: boolean;
}

/** The table waits for `seat`, as everybody can see: remind whoever plays it. */
export interface Nudge {
  t: "nudge";
  id: string;
  seat: number;
}

/** The answer to a ping. */
export interface Pong {
  t: "pong";
}

/** The answer to hello: everything needed to draw the table. `look` is None before the game starts. */
export interface Welcome {
  t: "welcome";
  build: string;
  seat: number | null;
  also: (number | null)[];
  room: Room;
  look: Look | null;
  chat: ChatLine[];
  yours: number[];
  host: boolean;
  back: number[];
  since: number | null;
  bot_from: number | null;
  says: string[];
  closing: "now" | "vote" | null;
}

/** What the tab's guest is at the table has changed; see `Welcome`. */
export interface Mine {
  t: "mine";
  yours: number[];
  back: number[];
  host: boolean;
  says: string[];
  closing: "now" | "vote" | null;
}

/** Something changed for this viewer. `done`: the tab's submission of this id counts, and led to it. */
export interface Looked {
  t: "look";
  look: Look;
  done?: string | null;
}

/** Something changed around the game. */
export interface Roomed {
  t: "room";
  room: Room;
}

/** New lines of talk. */
export interface Chatted {
  t: "chat";
  lines: ChatLine[];
}

/** The seats that hello's `also` opens have changed, e.g. one has moved to another device. */
export interface Also {
  t: "also";
  seats: (number | null)[];
}

/** The submission `id` counts; it was written down before this was sent. */
export interface Done {
  t: "done";
  id: string;
  version: number;
}

/** The answer to `why`: a reason for each move, null where it may be made; as of `version`. */
export interface Reasons {
  t: "reasons";
  id: string;
  version: number;
  why: (Phrase | null)[];
}

/** The answer to `try`: what this viewer would see and could do then. `version`: the look tried on. */
export interface Tried {
  t: "tried";
  id: string;
  version: number;
  view: View;
  legal: LegalMove[];
  hints: unknown;
  prompt: Phrase;
}

/** Somebody who sits there, `by`, waits for `seat`, which is played on this device. */
export interface Nudged {
  t: "nudged";
  seat: number;
  by: number;
}

/** The message `id` (None: no id could be read) changed nothing, and why. */
export interface Refused {
  t: "refused";
  id: string | null;
  why: Phrase;
  final: boolean;
}

/** Are you there? Sent every few seconds; nine seconds of silence mean a lost connection. */
export interface Ping {
  t: "ping";
}

/** What the guest wants to be called. */
export interface Name {
  name: string;
  tried?: boolean;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: SeatPlan[];
  nonce: string;
}

/** An open seat to be taken. */
export interface Sit {
  seat: number;
  nonce: string;
  name?: string | null;
}

/** The host's wish for one seat. */
export interface Arrange {
  seat: number;
  plan: SeatPlan;
}

/** A request that needs the sender's seat. */
export interface Holding {
  seat_token: string;
}

/** A seat of mine whose token is lost. */
export interface Reclaim {
  seat: number;
}

/** An away person's seat that a bot is to play on. */
export interface Hand {
  seat: number;
  level: string;
}

/** An away person's seat that somebody from outside is to play on. */
export interface Offer {
  seat: number;
}

/** Being for or against what is proposed; see `Proposal`. */
export interface Voted {
  about: "back" | "bot" | "close" | "place";
  seat: number | null;
  yes: boolean;
}

/** A seat of mine that a bot or somebody else plays; the token I had of it, if I still have it. */
export interface Back {
  seat: number;
  seat_token?: string | null;
}

/** My seat, given up to a bot of a level, or of a usual one. */
export interface Concede {
  seat_token: string;
  level?: string | null;
}

/** A new share in the luck, before the start of a rematch. */
export interface NewNonce {
  seat_token: string;
  nonce: string;
}

/** A request that a spectator may make too. */
export interface MaybeHolding {
  seat_token?: string | null;
}

/** A request whose address says it all. */
export type Nothing = Record<string, never>;

/** A submission without a socket; like the message `move`. */
export interface Moves {
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** The question `why` without a socket; answered like it. */
export interface AskedWhy {
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** The question `try` without a socket; answered like it. */
export interface AskedTry {
  id: string;
  version: number;
  moves: (string | NamedMove)[];
}

/** A table, the seat of it that is now the reader's, and the tokens of those beside them. */
export interface Seated {
  table: string;
  seat: number | null;
  seat_token: string | null;
  here: string[];
}

/** Proof of a seat; keep it. */
export interface SeatGiven {
  seat_token: string;
}

/** The token of somebody who now plays on this device. */
export interface Arranged {
  seat_token: string | null;
}

/** Whether it is so now, or only proposed; the room tells what is still missing. */
export interface Decided {
  carried: boolean;
}

/** A code that lets somebody in, once; none while it is only proposed. */
export interface Offered {
  code: string | null;
}

/** Proof of my seat; none while another person plays it and has only been asked. */
export interface GivenBack {
  seat_token: string | null;
}

/** A line over requests, for where sockets are blocked; with this it is named in a header. */
export interface LineMade {
  line: string;
}

/** A code that moves the seat to another device, once. */
export interface LinkMade {
  code: string;
}

/** What a seat link would do: whose seat it is, whether it is mine, whom I already play at that table. */
export interface LinkShown {
  table: string;
  game: string;
  name: string | null;
  own: boolean;
  beside: string[];
  gives: "place" | "seat";
}

/** The table that plays on. */
export interface RematchMade {
  table: string;
}

/** One of the guest's tables, for the lobby. */
export interface TableOfMine {
  table: string;
  game: string;
  status: "open" | "over" | "playing";
  your_turn: boolean;
  updated: number;
  expires: number | null;
  bot: boolean;
  ended: boolean;
  player: string | null;
  others: string[];
  open: number;
  waits: string[];
}

/** The guest as the server knows them; no name: not yet a guest. */
export interface Me {
  name: string | null;
  tables: TableOfMine[];
}

/** A box on the shelf, and what a new table of it can be. */
export interface GameInfo {
  id: string;
  seats: number[];
  minutes: [number, number];
  tags: string[];
  ready: boolean;
  free: string[];
  bands: number;
  options: OptionField[];
  levels: string[];
  vocabulary: Record<string, string>;
}

/** One thing to choose. Worded under "<game>.option.<name>" and, longer, "….<name>.help". */
export interface OptionField {
  name: string;
  kind: "bool" | "choice" | "number";
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  low: number | null;
  high: number | null;
}

/** What the client should not exceed, and says. */
export interface HouseLimits {
  name: number;
  text: number;
  message: number;
  seat_link: number;
  place_link: number;
}

/** What a page needs before anything else; the same for everybody. */
export interface House {
  build: string;
  languages: string[];
  games: GameInfo[];
  limits: HouseLimits;
  words: Record<string, Record<string, string>>;
}

/** The origins by which others reach us; told on this machine only, else None. */
export interface Reach {
  origins: string[] | null;
}

/** A game's rules as HTML made from our own Markdown. */
export interface Rules {
  html: string;
}

/** Why a request was refused; `table`: the one a link led to that opens nothing any more. */
export interface Problem {
  why: Phrase;
  table?: string | null;
}

export type Arg = number | number[];
export type Message = string | string[];
export type FromTabMessage = Hello | Move | Undo | Why | Try | Say | Shown | Describe | Nudge | Pong;
export type ToTabMessage = Welcome | Mine | Looked | Roomed | Chatted | Also | Done | Reasons | Tried | Nudged | Refused | Ping;
