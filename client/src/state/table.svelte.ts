// One table as this tab has it. `server` is what the server said, in the order it is shown; `reader` is
// what the reader holds that nobody else knows: the prompt's buttons of an open selection, what is on its way.

import { announcer } from "../a11y/announce.svelte";
import { type Action, loadBoard, type PromptLine } from "../boards";
import { type Beat, Beats, type Pace } from "../motion/beats";
import { Sequence } from "../motion/sequence";
import { nonce } from "../net/api";
import { Line, type LineState, type Socket, type Submission } from "../net/line";
import { seatToken } from "../net/seats";
import { keepShownEvents, shownEvents } from "../net/shown";
import type { ChatLine, Event, Look, Phrase, Room, SeatInfo, ToTabMessage } from "../wire";
import { Speaker } from "../words/format";
import { BUILD, house } from "./house.svelte";
import { settings } from "./settings.svelte";

const SETTLE = 1_500; // ms
const STAYS = 6_000; // ms that words of what happened can be read where memory is the game
const READ = 700; // ms an event is shown on a board that does not say how long

class ServerTable {
  room: Room | null = $state.raw(null);
  seat: number | null = $state(null);
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

  names = $derived.by(() => seatNames(this.server.room?.seats ?? [], (key, fill) => house.speaker.term(key, fill)));
  speaker = $derived.by(() => {
    const vocabulary = house.game(this.server.room?.game ?? "")?.vocabulary ?? {};
    return new Speaker(house.worded ?? "en", house.catalogue, vocabulary, this.names);
  });
  /** Nothing may be submitted now: something is on its way, or the newest look is not on the table yet. */
  busy = $derived(this.reader.pending !== null || this.server.look !== this.server.newest);
  /** Memory is the game: each event is shown once, nothing of the past is kept. */
  forgets = $derived(house.game(this.server.room?.game ?? "")?.forgets === true);
  yourTurn = $derived(
    this.server.seat !== null && this.server.room?.status === "playing" && (this.server.look?.view.waiting.includes(this.server.seat) ?? false),
  );

  readonly prompt: PromptLine = {
    show: (actions, saying) => {
      this.reader.actions = actions;
      this.reader.saying = saying ?? null;
    },
    clear: () => {
      this.reader.actions = [];
      this.reader.saying = null;
    },
  };

  constructor(id: string, open: () => Socket = openSocket) {
    this.id = id;
    this.#sequence = new Sequence((look) => this.#show(look), () => settings.factor);
    this.#beats = new Beats(
      (beat) => this.#beat(beat),
      (upto) => this.#tellShown(upto),
      () => document.visibilityState === "visible",
    );
    this.#events = this.#shown = shownEvents(id);
    this.#line = new Line({
      open,
      hello: () => ({
        t: "hello",
        build: BUILD,
        table: id,
        seat_token: seatToken(id),
        events: this.#events,
        chat: this.server.chat.length,
      }),
      heard: (message) => this.#hear(message),
      changed: (state) => (this.server.line = state),
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
    this.#clear();
    this.#line.stop();
  }

  /** The reader's seat is another one now: say hello with its token, forget the other stream. */
  reseat(): void {
    this.#events = this.#shown = 0;
    keepShownEvents(this.id, null);
    this.#clear();
    this.#line.restart();
  }

  /** Play here again what is played in another tab. */
  resume(): void {
    this.#clear();
    this.#events = this.#shown = shownEvents(this.id);
    this.#line.restart();
  }

  #clear(): void {
    this.#sequence.clear();
    this.#beats.clear();
    clearTimeout(this.#fading);
    this.server.log = [];
    this.server.fresh = [];
    this.server.behind = false;
    this.server.look = this.server.newest = null;
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
    this.prompt.clear();
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
        this.#addChat(message.chat);
        if (message.look) this.#events = Math.min(this.#events, message.look.first + message.look.events.length);
        if (this.#shown > 0) this.#line.tell({ t: "shown", events: this.#shown }); // it may have been lost
        if (message.look) this.#look(message.look, this.server.look === null);
        break;
      case "look":
        this.#look(message.look, false);
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
        if (message.final && this.forgets) this.#clear();
        this.reader.refusal = message.why;
        announcer.say(this.speaker.say(message.why));
        break;
    }
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
    this.server.look = !behind && newest && look.version === newest.version ? newest : look;
    this.reader.refusal = null;
    this.prompt.clear();
    for (const event of look.events) announcer.say(this.speaker.say(event));
    if (!behind && this.yourTurn && look.view.waiting.includes(this.server.seat ?? -1)) announcer.say(this.speaker.say(look.prompt));
  }

  #tellShown(upto: number): void {
    if (upto <= this.#shown) return;
    this.#shown = upto;
    if (this.server.seat === null) return;
    keepShownEvents(this.id, upto);
    this.#line.tell({ t: "shown", events: upto });
  }

  #show(look: Look): void {
    this.server.log.push(...look.events);
    this.server.fresh = look.events;
    this.server.look = look === this.server.newest || look.version === this.server.newest?.version ? this.server.newest : look;
    this.reader.refusal = null;
    this.prompt.clear();
    for (const event of look.events) announcer.say(this.speaker.say(event));
    if (this.yourTurn && look.view.waiting.includes(this.server.seat ?? -1)) announcer.say(this.speaker.say(look.prompt));
  }

  #addChat(lines: readonly ChatLine[]): void {
    const known = this.server.chat.length;
    const news = lines.filter((line) => line.index >= known);
    if (news.length === 0) return;
    this.server.chat.push(...news);
    if (known > 0 || this.server.look) {
      this.reader.unread += news.filter((line) => line.seat === null || line.seat !== this.server.seat).length;
      for (const line of news) {
        if (line.seat !== this.server.seat || line.seat === null) announcer.say(house.speaker.term("table.chat_heard", { name: line.name, text: line.text }));
      }
    }
  }
}

function openSocket(): Socket {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
}
