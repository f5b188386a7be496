// One table as this tab has it: the line to the server, and who takes what comes over it. `server` and
// `reader` (known.svelte.ts) are what is known; the parts that write them are the stream of looks, the
// device and who is seated at it, the talk and the submission on its way.

import { tick } from "svelte";

import { announcer } from "../a11y/announce.svelte";
import type { PromptLine } from "../boards";
import { api, nonce } from "../net/api";
import { Asking, type Tried } from "../net/asking";
import { Line, type Socket } from "../net/line";
import { openSocket } from "../net/ways";
import type { Event, Look, Mine, NamedMove, Phrase, Room, ToTabMessage } from "../wire";
import { Speaker } from "../words/format";
import { Describing } from "./describing.svelte";
import { Device } from "./device.svelte";
import { attention } from "./attention.svelte";
import { Bell } from "./bell.svelte";
import { BUILD, house } from "./house.svelte";
import { Reader, Server } from "./known.svelte";
import { type Excerpt, namesAt, namesThen, seatNames } from "./names";
import { Nudging } from "./nudging.svelte";
import { Seating } from "./seating";
import { type Act, Sending } from "./sending.svelte";
import { type Gone, Stream } from "./stream.svelte";
import { Talk } from "./talk.svelte";
import { Votes } from "./votes.svelte";
import { Worded } from "./worded";

export class Table {
  readonly id: string;
  readonly server = new Server();
  readonly reader = new Reader();
  readonly device: Device;
  readonly seating: Seating;
  readonly nudging: Nudging;
  readonly votes: Votes;
  readonly #line: Line;
  readonly #stream: Stream;
  readonly #talk: Talk;
  readonly #sending: Sending;
  readonly #asking: Asking;
  readonly #worded: Worded;
  readonly #describing: Describing;
  readonly #bell: Bell;
  readonly #stopped: () => void;
  #prompted = 0; // how often the prompt was given or taken something

  names = $derived.by(() => seatNames(this.server.room?.seats ?? [], (key, fill) => house.speaker.term(key, fill)));
  speaker = $derived.by(() => this.#speaker(this.names));
  /** The game is over, and the board has shown how. */
  ended = $derived(this.server.room?.status === "over" && (this.server.look?.view.places != null || this.server.room.ended != null));
  /** Nothing may be submitted now: something is on its way, or the newest look is not on the table yet. */
  busy = $derived(this.reader.pending !== null || this.server.look !== this.server.newest);
  /** Some of what happens is told once and kept nowhere. */
  forgets = $derived(this.server.room?.forgets === true);
  yourTurn = $derived(
    this.server.seat !== null && this.server.room?.status === "playing" && (this.server.look?.view.waiting.includes(this.server.seat) ?? false),
  );
  /** Whether the reader sits here; on a covered device somebody of those who share it. */
  sits = $derived(this.server.ours.length > 0);
  /** A seat of this device that the table waits for, by the newest that is known; over a cover only who is next. */
  owed = $derived.by(() => this.#due(this.server.newest));
  /** The same, once the board shows it or nobody looks at the page. */
  due = $derived.by(() => this.#due(attention.visible ? this.server.look : this.server.newest));

  readonly prompt: PromptLine = {
    show: (actions, saying) => {
      this.#prompted++;
      this.reader.actions = actions;
      this.reader.saying = saying ?? null;
    },
    clear: () => {
      this.#prompted++;
      this.reader.actions = [];
      this.reader.saying = null;
    },
    deny: (why) => {
      this.reader.refuse(why);
      announcer.say(this.speaker.say(why));
    },
  };

  constructor(id: string, open: () => Socket = openSocket) {
    this.id = id;
    const { server, reader, prompt } = this;
    this.#line = new Line({
      open,
      hello: () => {
        const also = this.device.ask();
        return { t: "hello", build: BUILD, table: id, seat_token: this.device.chosen, also, ...this.#stream.has, chat: this.#talk.next, sections: this.#describing.hello() };
      },
      heard: (message) => this.#worded.pass(message),
      changed: (state) => {
        server.line = state;
        if (state.kind !== "open") {
          this.#asking.drop();
          this.nudging.drop();
        }
        // Nobody knows who holds the device when it is back; only who is in the middle of a move keeps it.
        if (state.kind === "lost" && this.#line.unanswered.length === 0) this.seating.cover(null);
      },
    });
    this.#worded = new Worded(house, (message) => this.#hear(message));
    this.#asking = new Asking(this.#line);
    this.#describing = new Describing((message) => this.#line.tell(message));
    this.device = new Device(id, server, reader);
    this.#talk = new Talk(server, reader);
    this.#sending = new Sending(server, reader, this.#line);
    this.nudging = new Nudging(server, reader, this.#line);
    this.votes = new Votes(server, () => this.names);
    this.#stream = new Stream({
      table: id,
      server,
      reader,
      turned: () => this.#turned(),
      shared: () => this.device.shared,
      say: (phrase) => this.speaker.say(phrase),
      tell: (message) => this.#line.tell(message),
    });
    this.seating = new Seating({ table: id, server, reader, device: this.device, stream: this.#stream, line: this.#line, forget: () => this.#forget() });
    this.#stopped = this.#attend();
    this.#bell = new Bell(this);
    this.#line.start();
  }

  /** Something is known of the table. */
  get known(): boolean {
    const { newest, room } = this.server;
    return room !== null && (newest !== null || this.reader.cover !== null || room.status === "open");
  }

  /** The page is left. */
  close(): void {
    this.#stopped();
    this.#bell.close();
    this.nudging.close();
    this.#worded.stop();
    this.#stream.close();
    this.#describing.close();
    this.#line.stop();
  }

  /** What the last events of the log say, of everybody by the name they had then. */
  told(events: readonly Event[]): string[] {
    return this.#say(events, namesThen(events, this.names));
  }

  /** The same of events from anywhere in it. */
  retold(told: readonly Excerpt[], log: readonly Event[] = this.server.log): string[] {
    return this.#say(told.map((each) => each.event), namesAt(told, log, this.names));
  }

  /** What a seat was called when an event of the log happened. */
  called(seat: number, told: Excerpt | undefined): string {
    return (told && namesAt([told], this.server.log, this.names)[0]?.[seat]) ?? "";
  }

  /** The reader has a name now. The server knows whose socket it is by the cookie it was opened with. */
  introduced(): void {
    this.#line.restart();
  }

  retry(): void {
    this.#line.wake();
  }

  act(moves: string[]): void {
    const look = this.server.newest;
    if (this.busy || !look) return;
    const making = moves.flatMap((text) => look.legal.find((move) => move.text === text)?.phrase ?? []);
    this.#submit({ t: "move", version: look.version, moves }, making);
  }

  undo(): void {
    const look = this.server.newest;
    if (this.reader.pending || !look?.undo || look.undo.seat !== this.server.seat) return;
    this.#submit({ t: "undo", version: look.version, moves: 1 });
  }

  say(text: string): void {
    this.#line.submit({ t: "say", id: nonce(), text });
  }

  /** What is being shown has been seen enough: the newest look is reached at once. */
  hurry(): void {
    this.#stream.hurry();
  }

  /** Why these moves, each named by its text or its phrase, may not be made now; null for one that may. */
  async why(moves: (string | NamedMove)[]): Promise<(Phrase | null)[]> {
    return this.#asking.why(this.server.newest?.version ?? 0, moves);
  }

  /** What would come of these moves, which the seat alone could make, one after the other; nothing is submitted. */
  async tryMoves(moves: (string | NamedMove)[]): Promise<Tried> {
    return this.#asking.try(this.server.newest?.version ?? 0, moves);
  }

  /** Nobody has to remember any more: what was told once and is gone is read again. */
  async remember(): Promise<void> {
    const { seat } = this.server;
    const { look } = await api.view(this.id, this.device.tokenOf(seat));
    if (look && this.server.seat === seat) this.#stream.retell(look);
  }

  /** What happened meanwhile has been read. */
  caughtUp(): void {
    this.#stream.caughtUp();
  }

  #submit(act: Act, making: readonly Phrase[] = []): void {
    this.reader.since = [];
    this.reader.nudged = null;
    this.#stream.caughtUp();
    this.prompt.clear();
    this.#stream.decided();
    this.#sending.submit(act, making);
  }

  #say(events: readonly Event[], called: readonly (readonly string[])[]): string[] {
    const speakers = new Map([[this.names as readonly string[], this.speaker]]);
    return events.map((event, at) => {
      const names = called[at]!;
      const speaker = speakers.get(names) ?? this.#speaker(names);
      speakers.set(names, speaker);
      return speaker.say(event);
    });
  }

  #speaker(names: readonly string[]): Speaker {
    const vocabulary = house.game(this.server.room?.game ?? "")?.vocabulary ?? {};
    return new Speaker(house.language ?? "en", house.catalogue, vocabulary, names, this.server.seat);
  }

  // The browser says when the device is online and the page is looked at.
  #attend(): () => void {
    const wake = () => this.#line.wake();
    const sleep = () => this.#line.sleep();
    const turned = () => {
      if (document.visibilityState === "visible") wake();
      this.#stream.turned();
    };
    addEventListener("online", wake);
    addEventListener("offline", sleep);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", turned);
    return () => {
      removeEventListener("online", wake);
      removeEventListener("offline", sleep);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", turned);
    };
  }

  #due(look: Look | null): number | null {
    const { room, seat } = this.server;
    if (room?.status !== "playing") return null;
    if (this.reader.cover !== null) return this.device.passing;
    if (seat === null || look === null) return null;
    return look.view.waiting.includes(seat) ? seat : this.device.next;
  }

  // Something happens, or there is a new look: what the board does not offer again goes. What it does stays the
  // button it is, or a press would be lost that has begun.
  #turned(): void {
    const before = this.#prompted;
    void tick().then(() => {
      if (this.#prompted === before) this.prompt.clear();
    });
  }

  // Everything that came from one seat's stream, and everything begun there.
  #forget(): void {
    this.#stream.forget();
    this.#sending.forget();
    this.nudging.forget();
    this.#asking.drop();
    this.server.seat = null;
    this.reader.since = [];
    this.prompt.clear();
  }

  #hear(message: ToTabMessage): void {
    switch (message.t) {
      case "welcome": {
        house.heardBuild(message.build);
        const first = !this.server.welcomed;
        this.server.welcomed = true;
        // Somebody else has the seat now, or nobody.
        if (message.seat === null && this.device.chosen !== null) this.seating.lost(message.back);
        this.server.seat = message.seat;
        this.#turn(message.room);
        this.#stand(message);
        this.seating.open(message.seat, message.also);
        if (first) this.seating.greeted();
        this.#talk.hear(message.chat, this.#aloud);
        this.#stream.welcomed();
        this.#describing.welcomed(message.room);
        if (message.look) this.#arrive(message.look, { since: message.since, botFrom: message.bot_from });
        else if (this.device.chosen !== null) this.device.lift();
        break;
      }
      case "look":
        if (this.device.covered) this.server.waiting = message.look.view.waiting;
        else this.#stream.look(message.look, this.#sending.seen(message.look.version));
        if (message.done) this.#sending.done(message.done, message.look.version);
        break;
      case "also":
        this.seating.open(this.server.seat, message.seats);
        break;
      case "room":
        this.#turn(message.room);
        break;
      case "mine":
        this.#stand(message);
        break;
      case "nudged":
        if (!this.nudging.heard(message.seat, message.by)) break;
        announcer.say(house.speaker.term("nudge.heard", { name: this.names[message.by] ?? "" }));
        this.#bell.ring();
        break;
      case "chat":
        this.#talk.hear(message.lines, this.#aloud);
        break;
      case "done":
        if (this.nudging.answered(message.id)) break;
        this.#sending.done(message.id, message.version);
        break;
      case "reasons":
      case "tried":
        this.#asking.answered(message);
        break;
      case "refused":
        if (this.#asking.refused(message.id, message.why)) break;
        this.nudging.refused(message.id, message.why);
        if (message.final && this.forgets) this.#forget();
        this.#sending.refused(message.id, message.why);
        announcer.say(this.speaker.say(message.why));
        break;
    }
  }

  // Whether talk is said aloud: not over a cover, unless nothing secret has begun.
  get #aloud(): boolean {
    return !this.device.covered || this.server.room?.status === "open";
  }

  #turn(room: Room): void {
    this.votes.turned(this.server.room, room);
    this.server.room = room;
  }

  #stand({ yours, back, host, says, closing }: Omit<Mine, "t">): void {
    this.server.yours = yours;
    this.server.back = back;
    this.server.hosting = host;
    this.server.says = says;
    this.server.closing = closing;
    this.seating.owned(yours);
  }

  #arrive(look: Look, gone: Gone): void {
    if (this.device.covered) {
      this.server.waiting = look.view.waiting;
      return;
    }
    const own = this.#sending.seen(look.version);
    if (!this.device.lift()) return this.#stream.arrive(look, own, gone);
    announcer.clear();
    this.reader.since = this.device.missed(look.first, look.events, gone.since);
    for (const words of this.retold(this.reader.since, look.events.filter((event) => event !== null))) announcer.say(words);
    this.#stream.arrive(look, own);
    if (this.yourTurn && !this.server.behind) announcer.say(this.speaker.say(look.prompt));
  }
}
