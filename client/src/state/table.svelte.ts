// One table as this tab has it. `server` is what the server said, in the order it is shown; `reader` is
// what the reader holds that nobody else knows: the prompt's buttons of an open selection, what is on its way.

import { announcer } from "../a11y/announce.svelte";
import { type Action, loadBoard, type PromptLine } from "../boards";
import { type Beat, Beats, type Pace } from "../motion/beats";
import { Sequence } from "../motion/sequence";
import { api, nonce } from "../net/api";
import { Line, type LineState, type Socket, type Submission } from "../net/line";
import { addSeatTokens, dropSeatTokens, seatTokens } from "../net/seats";
import { keepShownEvents, shownEvents } from "../net/shown";
import type { ChatLine, Event, Look, Phrase, Room, SeatInfo, ToTabMessage } from "../wire";
import { Speaker } from "../words/format";
import { BUILD, house } from "./house.svelte";
import { settings } from "./settings.svelte";

const SETTLE = 1_500; // ms
const STAYS = 6_000; // ms that words of what happened can be read where memory is the game
const READ = 700; // ms an event is shown on a board that does not say how long
const HOLD = 6_000; // ms a board may keep the prompt back
const SINCE = 12; // events told to a person who takes the device

/** A seat that is played on this device, and what proves it. */
export interface HereSeat {
  seat: number;
  token: string;
}

/** Nobody's view is shown: the device is on its way. `next`: to whom; `taking`: who has said to be here. */
export interface Cover {
  next: number | null;
  taking: number | null;
}

/** What stood there before a look came: the look, how many lines the log had, the newest of them. */
interface Told {
  before: Look | null;
  lines: number;
  fresh: readonly Event[];
}

class ServerTable {
  room: Room | null = $state.raw(null);
  seat: number | null = $state(null);
  /** The seats on this device, the one looked at among them, in seat order. */
  here: HereSeat[] = $state.raw([]);
  /** All seats of this guest, by the cookie; some may have lost their token here. */
  yours: readonly number[] = $state.raw([]);
  /** This guest made the table. */
  hosting = $state(false);
  /** Whom the table waits for, as everybody knows; kept while no seat is looked at. */
  waiting: readonly number[] = $state.raw([]);
  /** On the table now; may be behind `newest` while others' moves are shown one after the other. */
  look: Look | null = $state.raw(null);
  newest: Look | null = $state.raw(null);
  /** What happened between the look before and this one. */
  fresh: readonly Event[] = $state.raw([]);
  /** Events are being shown whose end is not on the table yet (where memory is the game). */
  behind = $state(false);
  /** Everything that happened; stays empty where memory is the game. */
  log: Event[] = $state([]);
  chat: ChatLine[] = $state([]);
  line: LineState = $state.raw({ kind: "opening" });
  welcomed = $state(false);
}

class ReaderTable {
  actions: Action[] = $state.raw([]);
  saying: string | null = $state(null);
  /** Id of a submission on its way. */
  pending: string | null = $state(null);
  refusal: Phrase | null = $state.raw(null);
  unread = $state(0);
  /** While the board replays: the look whose prompt and scores still hold. */
  held: Look | null = $state.raw(null);
  /** While the board replays: what was told before the look it is on its way to. */
  told: Told | null = $state.raw(null);
  cover: Cover | null = $state.raw(null);
  /** What happened while others had the device, for who has just taken it. */
  since: readonly Event[] = $state.raw([]);
}

/** What a seat is called: a person's name, a bot's level, or that it is open. Equal bots are numbered. */
export function seatNames(seats: readonly SeatInfo[], term: (key: string, fill?: Record<string, string | number>) => string): string[] {
  const used = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.kind === "open") return term("table.seat_open");
    const name = seat.kind === "bot" ? term("table.bot", { level: term(`level.${seat.level}`) }) : (seat.name ?? term("table.somebody"));
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

export class Table {
  readonly id: string;
  readonly server = new ServerTable();
  readonly reader = new ReaderTable();
  readonly #line: Line;
  readonly #sequence: Sequence;
  readonly #beats: Beats;
  #paced = false; // the beats have begun
  #shown = 0; // events shown to the end
  #fading: ReturnType<typeof setTimeout> | undefined;
  readonly #stopped: () => void;
  #own = new Set<string>(); // submissions whose look is not seen yet
  #awaited: number | null = null; // the version at which the pending submission is seen
  #events = 0; // of the stream, heard so far
  #told = new WeakMap<object, Told>(); // by look: what stood there before it came
  #holds = new Set<() => void>();
  #tokens: string[] = []; // of this device's seats
  #chosen: string | null = null; // of the seat that is looked at
  #asked: string[] = []; // the tokens of the last hello's `also`
  #heard = new Map<number, number>(); // by seat of this device: events it has seen

  names = $derived.by(() => seatNames(this.server.room?.seats ?? [], (key, fill) => house.speaker.term(key, fill)));
  speaker = $derived.by(() => {
    const vocabulary = house.game(this.server.room?.game ?? "")?.vocabulary ?? {};
    return new Speaker(house.worded ?? "en", house.catalogue, vocabulary, this.names);
  });
  /** The log as far as the board has come. */
  log = $derived.by(() => (this.reader.told ? this.server.log.slice(0, this.reader.told.lines) : this.server.log));
  /** What has just happened, as far as the board has come. */
  fresh = $derived(this.reader.told?.fresh ?? this.server.fresh);
  /** The game is over, and the board has shown how. */
  ended = $derived(this.server.room?.status === "over" && this.server.look?.view.places != null && this.reader.told === null);
  /** Nothing may be submitted now: something is on its way, or the newest look is not on the table yet. */
  busy = $derived(this.reader.pending !== null || this.server.look !== this.server.newest);
  /** Memory is the game: each event is shown once, nothing of the past is kept. */
  forgets = $derived(this.server.room?.forgets === true);
  yourTurn = $derived(
    this.server.seat !== null && this.server.room?.status === "playing" && (this.server.look?.view.waiting.includes(this.server.seat) ?? false),
  );

  /** Several people share this device (or did until just now, and it is covered). */
  shared = $derived(this.server.here.length > 1 || this.reader.cover !== null);
  /** The seat of this device the table waits for once the one looked at is done, if it is. */
  next = $derived.by(() => {
    const { here, look, newest, room, seat } = this.server;
    if (here.length < 2 || seat === null || room?.status !== "playing" || !look || look !== newest) return null;
    if (look.view.waiting.includes(seat) || this.reader.pending !== null || this.reader.held) return null;
    return this.#nextOf(seat, look.view.waiting);
  });
  /** To whom the covered device is to be passed; null when anybody may take it. */
  passing = $derived.by(() => {
    const { cover } = this.reader;
    if (!cover) return null;
    const { here, room, waiting } = this.server;
    if (cover.next !== null && (here.length === 0 || here.some((each) => each.seat === cover.next))) return cover.next;
    return room?.status === "playing" ? this.#nextOf(-1, waiting) : null;
  });

  /** Seats of this guest that nothing on this device proves, while it only watches. */
  lost = $derived.by(() => {
    const { here, room, seat, yours } = this.server;
    if (seat !== null || here.length > 0 || this.reader.cover || !room || room.status === "over") return [];
    return yours.filter((each) => room.seats[each]?.kind === "human");
  });
  /** The host may close an unfinished table, and who plays against bots alone. */
  mayClose = $derived.by(() => {
    const { hosting, here, room } = this.server;
    if (!room || room.status === "over") return false;
    const own = here.map((each) => each.seat);
    return hosting || (own.length > 0 && room.seats.every((each, seat) => each.kind === "bot" || own.includes(seat)));
  });

  readonly prompt: PromptLine = {
    show: (actions, saying) => {
      this.reader.actions = actions;
      this.reader.saying = saying ?? null;
    },
    clear: () => {
      this.reader.actions = [];
      this.reader.saying = null;
    },
    hold: (look) => this.#hold(look),
  };

  constructor(id: string, open: () => Socket = openSocket) {
    this.id = id;
    this.#sequence = new Sequence((look) => this.#show(look), () => settings.factor);
    this.#beats = new Beats(
      (beat) => this.#beat(beat),
      (upto) => this.#tellShown(upto),
      () => document.visibilityState === "visible",
    );
    this.#takeTokens();
    this.#line = new Line({
      open,
      hello: () => {
        this.#asked = this.reader.cover ? this.#tokens.filter((each) => each !== this.#chosen) : this.#others();
        return {
          t: "hello",
          build: BUILD,
          table: id,
          seat_token: this.#chosen,
          also: this.#asked,
          events: this.#events,
          chat: this.#nextLine,
        };
      },
      heard: (message) => this.#hear(message),
      changed: (state) => {
        this.server.line = state;
        // Nobody knows who holds the device when it is back; only who is in the middle of a move keeps it.
        if (state.kind === "lost" && this.#line.unanswered.length === 0) this.#cover(null);
      },
    });
    const wake = () => this.#line.wake();
    const sleep = () => this.#line.sleep();
    const seen = () => {
      if (document.visibilityState === "visible") {
        wake();
        this.#beats.wake();
      } else this.#sequence.flush();
    };
    addEventListener("online", wake);
    addEventListener("offline", sleep);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", seen);
    this.#stopped = () => {
      removeEventListener("online", wake);
      removeEventListener("offline", sleep);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", seen);
    };
    this.#line.start();
  }

  /** The page is left. */
  close(): void {
    this.#stopped();
    this.#sequence.clear();
    this.#beats.clear();
    clearTimeout(this.#fading);
    this.#line.stop();
  }

  /** The seats of this device are other ones now: say hello with their tokens, forget the other stream. */
  reseat(): void {
    this.#forget();
    this.#takeTokens();
    this.#line.restart();
  }

  /** The seat this device took first: its owner's, before the start. */
  get home(): number | null {
    const first = this.#tokens.find((token) => this.server.here.some((each) => each.token === token));
    return this.server.here.find((each) => each.token === first)?.seat ?? null;
  }

  /** What proves a seat of this device. */
  tokenOf(seat: number | null): string | null {
    return this.server.here.find((each) => each.seat === seat)?.token ?? null;
  }

  /** More seats of this table are played on this device. */
  seatHere(...tokens: (string | null)[]): void {
    addSeatTokens(this.id, tokens);
    this.reseat();
  }

  /** The key of a seat of ours is lost here: get a new one, or what another tab has put down meanwhile. */
  async takeBack(seat: number): Promise<void> {
    if (seatTokens(this.id).length > 0) this.reseat();
    else this.seatHere((await api.reclaim(this.id, seat)).seat_token);
  }

  /** A seat is not played on this device any more; without one, the seat that is looked at. */
  dropSeat(seat?: number): void {
    dropSeatTokens(this.id, [seat === undefined ? this.#chosen : this.tokenOf(seat)]);
    this.reseat();
  }

  /** The device goes to somebody else: nothing of the seat that was looked at stays. */
  pass(next: number | null): void {
    if (this.reader.pending !== null || !this.#cover(next)) return;
    this.#line.again();
  }

  /** Somebody has the covered device and says who they are. */
  take(seat: number): void {
    const token = this.tokenOf(seat);
    const { cover } = this.reader;
    if (!cover || cover.taking !== null || token === null) return;
    this.#chosen = token;
    this.#events = this.#shown = shownEvents(this.id, token);
    this.reader.cover = { ...cover, taking: seat };
    this.#line.again();
  }

  #others(): string[] {
    return this.#tokens.length > 1 ? this.#tokens.filter((each) => each !== this.#chosen) : [];
  }

  // One seat is looked at right away; of several none, until somebody says who they are.
  #takeTokens(): void {
    this.#tokens = seatTokens(this.id);
    const alone = this.#tokens.length <= 1;
    this.#chosen = alone ? (this.#tokens[0] ?? null) : null;
    this.#events = this.#shown = shownEvents(this.id, this.#chosen);
    this.reader.cover = alone ? null : { next: null, taking: null };
    if (alone) this.server.here = [];
  }

  #cover(next: number | null): boolean {
    if (this.reader.cover?.taking === null || this.#tokens.length < 2) return false;
    if (this.server.seat !== null) this.#heard.set(this.server.seat, this.#events);
    this.server.waiting = this.server.look?.view.waiting ?? this.server.waiting;
    this.#forget();
    this.#chosen = null;
    this.reader.cover = { next, taking: null };
    announcer.clear();
    return true;
  }

  // Everything that came from one seat's stream, and everything begun there.
  #forget(): void {
    this.#sequence.clear();
    this.#beats.clear();
    clearTimeout(this.#fading);
    this.#events = this.#shown = 0;
    this.#own.clear();
    this.#awaited = null;
    this.#letGo();
    this.server.look = this.server.newest = null;
    this.server.fresh = [];
    this.server.behind = false;
    this.server.log = [];
    this.server.seat = null;
    this.reader.pending = null;
    this.reader.refusal = null;
    this.reader.since = [];
    this.prompt.clear();
  }

  #nextOf(after: number, waiting: readonly number[]): number | null {
    const due = this.server.here.map((each) => each.seat).filter((seat) => seat !== after && waiting.includes(seat));
    return due.find((seat) => seat > after) ?? due[0] ?? null;
  }

  #hold(look: object | null = this.server.look): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      if (this.#holds.delete(release) && this.#holds.size === 0) this.reader.held = this.reader.told = null;
    };
    timer = setTimeout(release, HOLD);
    this.#holds.add(release);
    this.reader.told ??= (look && this.#told.get(look)) ?? null;
    this.reader.held = this.reader.told?.before ?? null;
    return release;
  }

  #letGo(): void {
    for (const release of [...this.#holds]) release();
  }

  retry(): void {
    this.#line.wake();
  }

  act(moves: string[]): void {
    const look = this.server.newest;
    if (this.busy || !look) return;
    this.#submit({ t: "move", id: nonce(), version: look.version, moves });
  }

  undo(): void {
    const undo = this.server.room?.undo;
    const look = this.server.newest;
    if (this.reader.pending || !look || !undo || undo.seat !== this.server.seat) return;
    this.#submit({ t: "undo", id: nonce(), version: look.version, moves: 1 });
  }

  say(text: string): void {
    this.#line.submit({ t: "say", id: nonce(), text });
  }

  #submit(message: Submission): void {
    this.reader.pending = message.id;
    this.reader.refusal = null;
    this.reader.since = [];
    this.prompt.clear();
    // Who decides has seen what they decide on, even if it would have stood there a moment longer.
    if (this.forgets) this.#tellShown(this.#events);
    this.#own.add(message.id);
    this.#line.submit(message);
  }

  #hear(message: ToTabMessage): void {
    switch (message.t) {
      case "welcome":
        house.heardBuild(message.build);
        this.server.welcomed = true;
        this.server.seat = message.seat;
        this.server.room = message.room;
        this.server.yours = message.yours;
        this.server.hosting = message.host;
        if (message.seat === null && this.#chosen !== null) this.#unseat();
        this.#hereAre(message.seat, message.also);
        this.#addChat(message.chat);
        if (message.look) this.#events = Math.min(this.#events, message.look.first + message.look.events.length);
        if (this.#shown > 0) this.#line.tell({ t: "shown", events: this.#shown }); // it may have been lost
        if (message.look) this.#arrive(message.look);
        else if (this.#chosen !== null) this.reader.cover = null;
        break;
      case "look":
        if (this.#covered) this.server.waiting = message.look.view.waiting;
        else this.#look(message.look, false);
        break;
      case "also":
        this.#hereAre(this.server.seat, message.seats);
        break;
      case "room":
        this.server.room = message.room;
        break;
      case "chat":
        this.#addChat(message.lines);
        break;
      case "done":
        if (message.id === this.reader.pending) this.#settle(message.version);
        break;
      case "refused":
        if (message.id !== null) this.#own.delete(message.id);
        if (message.id === this.reader.pending) this.reader.pending = null;
        if (message.final && this.forgets) this.#forget();
        this.reader.refusal = message.why;
        announcer.say(this.speaker.say(message.why));
        break;
    }
  }

  // No seat is looked at: what the server tells is what everybody may know, and hardly any of it is used.
  get #covered(): boolean {
    return this.reader.cover !== null && this.#chosen === null;
  }

  // The host has freed this chair: the key opens nothing any more.
  #unseat(): void {
    dropSeatTokens(this.id, [this.#chosen]);
    this.#tokens = this.#tokens.filter((each) => each !== this.#chosen);
    this.#chosen = null;
  }

  // The seats that our tokens open; the void ones are forgotten.
  #hereAre(seat: number | null, also: readonly (number | null)[]): void {
    const here = this.#asked.flatMap((token, at) => (also[at] == null ? [] : [{ seat: also[at], token }]));
    const lost = this.#asked.filter((_, at) => also[at] == null);
    if (seat !== null && this.#chosen !== null) here.push({ seat, token: this.#chosen });
    this.server.here = here.sort((one, other) => one.seat - other.seat);
    if (lost.length === 0) return;
    dropSeatTokens(this.id, lost);
    this.#tokens = this.#tokens.filter((each) => !lost.includes(each));
    // Whoever is alone on the device needs no cover, but one that lies there is lifted by hand.
    const open = this.server.room?.status === "open";
    if (this.#covered && (this.#tokens.length === 0 || (open && this.#tokens.length === 1))) queueMicrotask(() => this.reseat());
  }

  #arrive(look: Look): void {
    if (this.#covered) {
      this.server.waiting = look.view.waiting;
      return;
    }
    const taken = this.reader.cover !== null;
    this.reader.cover = null;
    this.#look(look, this.server.look === null);
    // Where memory is the game, what was missed is shown on the board, once.
    if (!taken || this.forgets) return;
    const seen = Math.max(0, (this.#heard.get(this.server.seat ?? -1) ?? 0) - look.first);
    this.reader.since = look.events.slice(seen).slice(-SINCE);
    announcer.clear();
    for (const event of this.reader.since) announcer.say(this.speaker.say(event));
    if (this.yourTurn) announcer.say(this.speaker.say(look.prompt));
  }

  // Written down: the submission stops being on its way when its look is here, at the latest in a moment.
  #settle(version: number): void {
    const id = this.reader.pending;
    if ((this.server.newest?.version ?? 0) >= version) {
      this.reader.pending = null;
      return;
    }
    this.#awaited = version;
    setTimeout(() => {
      if (this.reader.pending === id) this.reader.pending = null;
    }, SETTLE);
  }

  // A look may tell events again that were heard before a reconnect; each is kept once.
  #look(look: Look, first: boolean): void {
    const again = Math.max(0, this.#events - look.first);
    const news = look.events.slice(again);
    const next: Look = { ...look, first: look.first + again, events: news };
    this.#events = Math.max(this.#events, look.first + look.events.length);
    this.server.newest = next;
    if (this.#awaited !== null && next.version >= this.#awaited) {
      this.#awaited = null;
      this.reader.pending = null;
    }
    if (this.forgets) {
      this.server.newest = { ...next, events: [] }; // they are kept by nobody but who shows them
      this.#own.clear();
      this.#begin();
      this.#beats.add(next);
      return;
    }
    if (first) {
      this.#sequence.clear();
      this.server.log.push(...news);
      this.server.fresh = [];
      this.server.look = next;
      this.prompt.clear();
      return;
    }
    const own = this.#own.size > 0;
    this.#own.clear();
    this.#sequence.add(next, own);
  }

  // The board says how long its events are to be seen.
  #begin(): void {
    if (this.#paced) return;
    this.#paced = true;
    loadBoard(this.server.room?.game ?? "")
      .catch(() => null)
      .then((board) => {
        const pace = board?.pace;
        const read: Pace = () => READ * (settings.factor || 1);
        this.#beats.begin((event) => (pace && !settings.text ? pace(event, settings.factor) : read(event)));
      });
  }

  #beat({ look, behind }: Beat): void {
    const newest = this.server.newest;
    this.server.fresh = look.events;
    this.server.behind = behind;
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.server.fresh = []), STAYS);
    this.server.look = !behind && newest && look.version === newest.version ? newest : { ...look, events: [] };
    this.reader.refusal = null;
    this.prompt.clear();
    for (const event of look.events) announcer.say(this.speaker.say(event));
    if (!behind && this.yourTurn && look.view.waiting.includes(this.server.seat ?? -1)) announcer.say(this.speaker.say(look.prompt));
  }

  #tellShown(upto: number): void {
    if (upto <= this.#shown) return;
    this.#shown = upto;
    if (this.server.seat === null || this.#chosen === null) return;
    keepShownEvents(this.id, this.#chosen, upto);
    this.#line.tell({ t: "shown", events: upto });
  }

  #show(look: Look): void {
    const told: Told = { before: this.server.look, lines: this.server.log.length, fresh: this.server.fresh };
    this.server.log.push(...look.events);
    this.server.fresh = look.events;
    this.server.look = look === this.server.newest || look.version === this.server.newest?.version ? this.server.newest : look;
    if (this.server.look) this.#told.set(this.server.look, told);
    this.reader.refusal = null;
    this.prompt.clear();
    for (const event of look.events) announcer.say(this.speaker.say(event));
    if (this.yourTurn && look.view.waiting.includes(this.server.seat ?? -1)) announcer.say(this.speaker.say(look.prompt));
  }

  // Said from here: by the seat looked at, or before the start by any of this device.
  #ours(seat: number | null): boolean {
    if (seat === null) return false;
    return this.server.seat === null ? this.server.here.some((each) => each.seat === seat) : seat === this.server.seat;
  }

  // The server keeps only the newest lines, so the first one here need not be the table's first.
  get #nextLine(): number {
    return (this.server.chat.at(-1)?.index ?? -1) + 1;
  }

  #addChat(lines: readonly ChatLine[]): void {
    const known = this.#nextLine;
    const news = lines.filter((line) => line.index >= known);
    if (news.length === 0) return;
    this.server.chat.push(...news);
    if (known > 0 || this.server.look) {
      const others = news.filter((line) => !this.#ours(line.seat));
      this.reader.unread += others.length;
      for (const line of others) {
        if (!this.#covered || this.server.room?.status === "open") announcer.say(house.speaker.term("table.chat_heard", { name: line.name, text: line.text }));
      }
    }
  }
}

function openSocket(): Socket {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
}
