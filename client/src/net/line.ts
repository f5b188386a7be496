// The line to the server: one WebSocket a tab (or what stands in for it), kept alive, re-opened, never silent about being lost.
//
// A tab says hello, gets welcome, then looks, rooms and chat. What it submits carries an id and is kept
// until it is answered; after a reconnect it is sent again under the same id, and the server answers a
// repeated id as it did the first time. Nine seconds of silence mean a lost line. No Svelte in here.

import type { FromTabMessage, Hello, Move, Phrase, Say, ToTabMessage, Undo } from "../wire";

export const SILENCE = 9_000; // ms without a word before the line counts as lost
export const FIRST_WAIT = 500; // ms before the first attempt to come back; doubles
export const LONGEST_WAIT = 15_000;
export const WELCOME_WAIT = 9_000; // ms a new socket may take to welcome us

/** What is kept and sent again until it is answered. */
export type Submission = Move | Undo | Say;

export type LineState =
  | { kind: "opening" }
  /** `slow`: by requests, where sockets are blocked. */
  | { kind: "open"; slow: boolean }
  /** Lost since (ms since 1970); the next attempt starts at `next`, or when the device is online again. */
  | { kind: "lost"; since: number; next: number | null }
  /** Over for good: the server said so, or the page left. */
  | { kind: "closed"; why: Phrase | null };

/** The part of WebSocket that is used, and what a line that is none (posted.ts) says besides. */
export interface Socket {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
  /** It goes by requests, which is slower. */
  readonly slow?: boolean;
  /** By now there is a better way: open another. */
  onbetter?: (() => void) | null;
}

export interface LineOptions {
  /** A new socket to the server. */
  open: () => Socket;
  /** The first message, asked for at every attempt: it says what the tab already has. */
  hello: () => Hello;
  /** Everything the server says but pings. */
  heard: (message: ToTabMessage) => void;
  changed: (state: LineState) => void;
  now?: () => number;
  random?: () => number;
}

export class Line {
  readonly #options: LineOptions;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #unanswered = new Map<string, Submission>();
  #socket: Socket | null = null;
  #welcomed = false;
  #state: LineState = { kind: "opening" };
  #attempts = 0;
  #lastHeard = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #since: number | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
  }

  get state(): LineState {
    return this.#state;
  }

  /** Ids submitted and not answered yet, oldest first. */
  get unanswered(): string[] {
    return [...this.#unanswered.keys()];
  }

  /** Open the line. */
  start(): void {
    this.#connect();
  }

  /** Submit something; it is kept and sent again until the server answers its id. */
  submit(message: Submission): void {
    if (this.#state.kind === "closed") return;
    this.#unanswered.set(message.id, message);
    if (this.#welcomed) this.#send(message);
  }

  /** Say something that is lost with the line; whether it has left. */
  tell(message: FromTabMessage): boolean {
    return this.#welcomed && this.#send(message);
  }

  /** Close for good, e.g. because the page is left. */
  stop(why: Phrase | null = null): void {
    this.#drop();
    clearTimeout(this.#retry);
    this.#unanswered.clear();
    this.#set({ kind: "closed", why });
  }

  /** Start anew with a new hello, e.g. after sitting down: the seat token is another one. */
  restart(): void {
    if (this.#state.kind === "closed") this.#state = { kind: "opening" };
    this.#attempts = 0;
    this.#connect();
  }

  /**
   * Say hello anew on the same socket, e.g. for another seat of this device. What the server still says
   * to the seat before is not heard any more.
   */
  again(): void {
    if (!this.#socket || !this.#welcomed) {
      this.restart();
      return;
    }
    this.#welcomed = false;
    this.#listenFor(WELCOME_WAIT);
    this.#send(this.#options.hello());
  }

  /** The device says it is online, or the tab is seen again: do not wait for the timer. */
  wake(): void {
    if (this.#state.kind === "closed") return;
    if (this.#state.kind === "lost") {
      this.#attempts = 0;
      this.#connect();
    } else if (this.#now() - this.#lastHeard >= SILENCE) {
      this.#lose();
    }
  }

  /** The device says it is offline: the socket is dead although nobody has closed it. */
  sleep(): void {
    if (this.#state.kind === "closed") return;
    this.#drop();
    clearTimeout(this.#retry);
    this.#since ??= this.#now();
    this.#set({ kind: "lost", since: this.#since, next: null });
  }

  #set(state: LineState): void {
    this.#state = state;
    this.#options.changed(state);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.#since === null) this.#set({ kind: "opening" });
    let socket: Socket;
    try {
      socket = this.#options.open();
    } catch {
      this.#lose();
      return;
    }
    this.#socket = socket;
    this.#lastHeard = this.#now();
    this.#listenFor(WELCOME_WAIT);
    socket.onopen = () => {
      if (socket === this.#socket) this.#send(this.#options.hello());
    };
    socket.onmessage = (event: { data: unknown }) => {
      if (socket === this.#socket && typeof event.data === "string") this.#hear(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
    socket.onerror = () => undefined; // a close always follows
    socket.onbetter = () => {
      if (socket === this.#socket) this.restart();
    };
  }

  #hear(text: string): void {
    this.#lastHeard = this.#now();
    this.#listenFor(SILENCE);
    const message = JSON.parse(text) as ToTabMessage;
    switch (message.t) {
      case "ping":
        this.#send({ t: "pong" });
        return;
      case "welcome":
        this.#welcomed = true;
        this.#attempts = 0;
        this.#since = null;
        this.#options.heard(message);
        this.#set({ kind: "open", slow: this.#socket?.slow ?? false });
        for (const waiting of this.#unanswered.values()) this.#send(waiting);
        return;
      case "done":
        this.#unanswered.delete(message.id);
        break;
      case "look":
        if (message.done) this.#unanswered.delete(message.done);
        break;
      case "refused":
        if (message.id !== null) this.#unanswered.delete(message.id);
        if (this.#welcomed || message.final) this.#options.heard(message);
        if (message.final) this.stop(message.why);
        return;
    }
    if (this.#welcomed) this.#options.heard(message);
  }

  #send(message: FromTabMessage): boolean {
    try {
      this.#socket?.send(JSON.stringify(message));
      return this.#socket !== null;
    } catch {
      this.#lose();
      return false;
    }
  }

  #listenFor(wait: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), wait);
  }

  #lose(): void {
    this.#drop();
    this.#since ??= this.#now();
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    const wait = longest * (0.5 + this.#random() / 2); // jitter: a restarted server is not met by all at once
    this.#attempts += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
    this.#set({ kind: "lost", since: this.#since, next: this.#now() + wait });
  }

  #drop(): void {
    clearTimeout(this.#silence);
    this.#welcomed = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = socket.onbetter = null;
      socket.close();
    }
  }
}
