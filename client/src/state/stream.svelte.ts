// What the server tells one seat of this tab, look after look: counted, kept as a log, and handed to the
// player of time (motion/player.ts), which says what is on the table now. What is told once is shown, said
// to have been shown, and then nothing here keeps it but the form of it that stays, if there is one.

import { announcer } from "../a11y/announce.svelte";
import { type Board, boardOf } from "../boards";
import type { Moment, Pace } from "../motion/moment";
import { Player, reading } from "../motion/player";
import { keepSeenEvents, seenEvents } from "../net/seen";
import { keepShownEvents, shownEvents } from "../net/shown";
import type { Event, FromTabMessage, Look, Phrase } from "../wire";
import type { Reader, Server } from "./known.svelte";
import { missedOf, MOST, type Missed } from "./meanwhile";
import { settings } from "./settings.svelte";

const STAYS = 6_000; // ms that words of what is told once can be read
const FAR = 8; // events that are told in words after a lost line, instead of one after the other
const AWAY = 30_000; // ms out of sight; who looks again sooner has missed nothing

/** What the server knows of the time before: from where the person has seen nothing, from where a bot played. */
export interface Gone {
  since: number | null;
  botFrom: number | null;
}
const NOTHING: Gone = { since: null, botFrom: null };

/** What the stream needs of its table. */
export interface Around {
  table: string;
  server: Server;
  reader: Reader;
  /** Something happens, or another look is on the table: what stands in the prompt has to be offered anew. */
  turned(): void;
  /** Several people share the device: how much of a seat's stream was seen is kept nowhere. */
  shared(): boolean;
  /** The sentence of a phrase. */
  say(phrase: Phrase): string;
  /** Say something to the server that needs no answer. */
  tell(message: FromTabMessage): void;
}

export class Stream {
  readonly #around: Around;
  readonly #player: Player;
  #token: string | null = null; // of the seat whose stream it is
  #heard = 0; // events heard so far
  #shown = 0; // what is told once before this index was shown to the end
  #live = 0; // events at the end of the log that happened last and whose words may still stand there
  #begun = false; // the player knows how long things take, or is about to
  #silent = false; // the reader has just come: the page itself is the news
  #unseen: Missed[] = []; // what has happened since the page went out of sight
  #hidden: number | null = document.visibilityState === "visible" ? null : Date.now(); // when that was
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor(around: Around) {
    this.#around = around;
    this.#player = new Player({
      show: (moment) => this.#show(moment),
      shown: (upto) => this.#tellShown(upto),
      watching: () => document.visibilityState === "visible",
      viewer: () => ({ seat: around.server.seat, speed: settings.factor }),
    });
  }

  /** For hello: what this tab has. */
  get has(): { events: number; shown: number } {
    return { events: this.#heard, shown: this.#shown };
  }

  /** From now on this seat's stream is told; null: what everybody may know. */
  follow(token: string | null): void {
    this.#token = token;
    this.#heard = 0;
    this.#shown = shownEvents(this.#around.table, token);
  }

  /** The server has said hello. */
  welcomed(): void {
    if (this.#shown > 0) this.#around.tell({ t: "shown", events: this.#shown }); // it may have been lost
  }

  /** A look came; `own`: it answers the reader's own move. It may tell events again; each is taken once. */
  look(look: Look, own: boolean): void {
    const again = Math.max(0, this.#heard - look.first);
    this.#heard = Math.max(this.#heard, look.first + look.events.length);
    this.#add(look.first + again, look.events.slice(again), look, own);
  }

  /** The look that welcomes. Where nothing stood before, or too much has happened since, it is simply there. */
  arrive(look: Look, own: boolean, gone: Gone = NOTHING): void {
    const { server, turned } = this.#around;
    this.#heard = Math.min(this.#heard, look.first + look.events.length);
    const had = server.newest !== null;
    const again = had ? Math.max(0, this.#heard - look.first) : 0;
    const fresh = look.events.slice(again);
    const once = fresh.findIndex((event) => event?.once);
    if (had && (once >= 0 || fresh.length < FAR || !this.#catchUp())) return this.look(look, own);
    const past = once < 0 ? fresh.length : once;
    const first = look.first + again;
    const since = had ? first : (this.#seen ?? gone.since);
    this.#heard = look.first + look.events.length;
    if (since !== null) this.#missed(missedOf(server.log, first, fresh.slice(0, past), since, gone.botFrom));
    server.log.push(...fresh.slice(0, past).filter((event) => event !== null));
    turned();
    this.#silent = true;
    this.#add(first + past, fresh.slice(past), look, false);
    this.#silent = false;
  }

  /** What was missed has been read, or the reader has gone on without. */
  caughtUp(): void {
    this.#around.reader.meanwhile = [];
    this.#see();
  }

  /** Whoever decides has seen what they decide on, even if it would have stood there a moment longer. */
  decided(): void {
    if (this.#around.server.room?.forgets) this.#tellShown(this.#heard);
  }

  /** The game is over, and what was told once stays told: the log is what the server tells of it now. */
  retell({ first, events }: Look): void {
    this.#live = 0;
    this.#around.server.log = events.slice(0, this.#heard - first).filter((event) => event !== null);
  }

  hurry(): void {
    this.#player.hurry();
  }

  /** The page is looked at again, or not any more. */
  turned(): void {
    if (document.visibilityState !== "visible") this.#hidden ??= Date.now();
    else {
      if (this.#hidden !== null && Date.now() - this.#hidden >= AWAY) this.#missed(this.#unseen);
      this.#hidden = null;
      this.#unseen = [];
    }
    this.#player.turned();
    this.#see();
  }

  /** The page is left. */
  close(): void {
    this.#player.clear();
    clearTimeout(this.#fading);
  }

  /** Everything that came from this seat's stream goes. */
  forget(): void {
    const { server } = this.#around;
    this.close();
    this.#token = null;
    this.#heard = this.#shown = this.#live = 0;
    this.#unseen = [];
    this.#around.reader.meanwhile = [];
    server.moment = server.newest = null;
    server.log = [];
  }

  #add(first: number, events: readonly (Event | null)[], look: Look, own: boolean): void {
    if (!this.#begun) this.#begin();
    this.#around.server.newest = this.#player.add({ ...look, first, events: [...events] }, own);
    this.#see();
  }

  // Whether the table stands at the newest, once what was on its way is hurried there.
  #catchUp(): boolean {
    this.#player.hurry();
    return this.#around.server.look === this.#around.server.newest;
  }

  // How much of the stream has been seen here, if that is known.
  get #seen(): number | null {
    return this.#around.shared() ? null : seenEvents(this.#around.table, this.#token);
  }

  // The reader sees the newest: from here on something is news. What was missed first has to be read.
  #see(): void {
    const { reader, server, shared, table } = this.#around;
    const there = server.newest !== null && server.look === server.newest && document.visibilityState === "visible";
    if (!there || server.seat === null || this.#token === null || reader.meanwhile.length > 0 || shared()) return;
    keepSeenEvents(table, this.#token, this.#heard);
  }

  #missed(missed: readonly Missed[]): void {
    const { reader } = this.#around;
    if (this.#around.server.seat !== null && missed.length > 0) reader.meanwhile = [...reader.meanwhile, ...missed].slice(-MOST);
  }

  // The board says how long its events are to be seen.
  #begin(): void {
    this.#begun = true;
    const { room } = this.#around.server;
    const begin = (board: Board | null) => {
      const pace: Pace = (event, viewer) => {
        const beat = board?.beat?.(event, viewer);
        return beat && (beat.reads || !settings.text) ? beat : reading(event, viewer);
      };
      this.#player.begin(pace);
    };
    (room ? boardOf(room) : Promise.resolve(null)).then(begin, () => begin(null));
  }

  #show(moment: Moment): void {
    const { reader, say, server } = this.#around;
    const before = server.moment;
    const turned = moment.look !== before?.look;
    // The last words of a step stand while its view comes, and a moment longer.
    if (moment.fresh.length > 0 || (turned && !before?.behind)) this.#settle();
    server.moment = moment;
    if (moment.fresh.length > 0) {
      if (this.#hidden !== null) this.#unseen.push(...missedOf(server.log, 0, moment.fresh, 0, null));
      server.log.push(...moment.fresh);
      this.#live = moment.fresh.length;
      this.#fading = setTimeout(() => this.#fade(), STAYS);
    }
    if (turned || moment.fresh.length > 0) {
      reader.refuse(null);
      this.#around.turned();
    }
    for (const event of moment.fresh) announcer.say(say(event));
    if (turned) this.#see();
    const { view } = moment.look;
    const asked = server.seat !== null && view.waiting.includes(server.seat) && server.room?.status === "playing";
    if (turned && !moment.behind && asked && !this.#silent) announcer.say(say(moment.look.prompt));
  }

  // The moment's words were read.
  #fade(): void {
    const { server } = this.#around;
    this.#settle();
    const { moment } = server;
    if (!moment?.fresh.some((event) => event.once)) return;
    server.moment = { ...moment, fresh: [], told: [], said: [], events: moment.behind ? moment.events : [] };
  }

  // What was told once in the moment that is over: only the form of it that is kept stays in the log.
  #settle(): void {
    clearTimeout(this.#fading);
    const { log } = this.#around.server;
    const live = this.#live > 0 ? log.slice(-this.#live) : [];
    this.#live = 0;
    if (!live.some((event) => event.once)) return;
    const kept = live.map((event) => (event.once ? (event.kept ?? null) : event)).filter((event) => event !== null);
    log.splice(log.length - live.length, live.length, ...kept);
  }

  #tellShown(upto: number): void {
    if (upto <= this.#shown) return;
    this.#shown = upto;
    const { server, table, tell } = this.#around;
    if (server.seat === null || this.#token === null) return;
    keepShownEvents(table, this.#token, upto);
    tell({ t: "shown", events: upto });
  }
}
