// The one player of time: the order in which things are seen. Looks arrive as fast as bots think; the eye
// needs a moment for each thing that is not its own. A look and its events are a step; steps are told one
// after the other, event by event, for as long as the board says (moment.ts). Nothing is ever lost, but
// what is kept gives way: where many steps wait they are folded; when the reader acts, when nobody looks at
// the page or when they came long ago, they are reached at once. What is told once never gives way: it is
// shown for its time to somebody who looks, and said to have been shown when that time is over.

import type { Event, Look } from "../wire";
import type { Beat, Hasten, Moment, Pace, Viewer } from "./moment";

export const PAUSE = 400; // ms at speed 1, from one step in which something happened to the next
export const READ = 700; // ms at speed 1 that something told once is read where no board says how long
const LONGEST = 6_000; // ms a board may ask for at once
const WAITING = 4; // steps that may wait; more are folded
const MANY = 3; // steps that wait; from here on what is told once goes faster
const LATE = 15_000; // ms after it came that a step is told at leisure, if others wait; then it is reached at once
const HURRY = 0.6; // … by this factor

const AT_ONCE: Beat = { seen: 0 };

/** Where the board says nothing: what is told once is read, everything else is simply there. */
export const reading: Pace = (event, { speed }) => (event.once ? { seen: READ * (speed || 1) } : AT_ONCE);

/** What the player plays for. */
export interface Audience {
  /** Put a moment on the table. */
  show(moment: Moment): void;
  /** What is told once was shown to the end, up to this index of the stream. */
  shown(upto: number): void;
  /** Somebody looks at the page. */
  watching(): boolean;
  viewer(): Viewer;
}

interface Step {
  /** Where it leads, without its events. */
  look: Look;
  /** A hole is an event that was told once, to its end, before. */
  events: readonly (Event | null)[];
  /** Index of the first of them in the stream. */
  first: number;
  /** When it came; of those that were folded, the last. */
  came: number;
  /** How many have begun. */
  begun: number;
  /** When the first did; null: the step waits. */
  since: number | null;
  /** The event that the table has stood still for. */
  stood: number;
  /** What is said of it now. */
  said: readonly Event[];
  /** That was to be read: it stands until the next such. */
  read: boolean;
  /** The look before it, with nothing to choose: what stands while it is told. */
  behind: Look | null;
}

const isOnce = (event: Event | null): boolean => event?.once === true;
const there = (events: readonly (Event | null)[]): Event[] => events.filter((event) => event !== null);

export class Player implements Hasten {
  readonly #audience: Audience;
  #pace: Pace | null = null;
  #queue: Step[] = []; // the one that is told first, if one is
  #reached: Look | null = null;
  #hurried = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #then: (() => void) | null = null;
  #firm = false; // what is waited for may not be cut short

  constructor(audience: Audience) {
    this.#audience = audience;
  }

  /** Begin, once it is known how long things take. Until then kept things are simply there, others wait. */
  begin(pace: Pace): void {
    this.#pace = pace;
    this.#play();
  }

  /**
   * A new look with the events that lead to it; returned as it will stand on the table.
   * `own`: it answers the reader's own move, so that nothing need be found by the eye.
   */
  add(look: Look, own = false): Look {
    const reached: Look = { ...look, events: [] };
    const midway = this.#queue[0] !== undefined && this.#queue[0].since !== null;
    this.#queue.push({ look: reached, events: look.events, first: look.first, came: Date.now(), begun: 0, since: null, stood: -1, said: [], read: false, behind: null });
    this.#fold(own ? 1 : WAITING);
    if (own && !midway) this.#cut();
    this.#play();
    return reached;
  }

  hurry(): void {
    this.#hurried = true;
    this.#cut();
    this.#play();
  }

  /** Somebody looks again, or nobody does any more. */
  turned(): void {
    if (!this.#audience.watching()) this.#cut();
    this.#play();
  }

  /** Forget everything; the table is left or drawn anew. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#then = null;
    this.#queue = [];
    this.#reached = null;
    this.#hurried = false;
  }

  // No more than `most` steps wait; only what is kept can be told as one.
  #fold(most: number): void {
    let waiting = this.#queue.filter((step) => step.since === null).length;
    for (let at = this.#queue.length - waiting; waiting > most && at + 1 < this.#queue.length; ) {
      const [earlier, later] = [this.#queue[at]!, this.#queue[at + 1]!];
      if (earlier.events.some(isOnce) || later.events.some(isOnce)) {
        at++;
        continue;
      }
      this.#queue.splice(at, 2, { ...later, first: earlier.first, events: [...earlier.events, ...later.events] });
      waiting--;
    }
  }

  #play(): void {
    while (this.#timer === undefined && this.#queue[0] && this.#moment(this.#queue[0]));
    if (this.#queue.length === 0) this.#hurried = false;
  }

  // Tell as much of a step as belongs together. False: it has to wait for somebody.
  #moment(step: Step): boolean {
    const watching = this.#audience.watching();
    if (step.events.slice(step.begun).some(isOnce) && (!this.#pace || !watching)) return false;
    step.since ??= Date.now();
    step.behind ??= { ...(this.#reached ?? step.look), legal: [] };
    let end = step.begun;
    let beat: Beat = AT_ONCE;
    while (end < step.events.length && beat.seen <= 0) {
      const next = this.#beat(step, step.events[end] ?? null);
      const before = next.before ?? 0;
      if (before > 0 && step.stood < end) {
        if (end > step.begun) break; // what goes before begins first
        step.stood = end;
        this.#wait(before, isOnce(step.events[end] ?? null), () => undefined);
        return true;
      }
      beat = next;
      end++;
    }
    const fresh = there(step.events.slice(step.begun, end));
    const once = fresh.some(isOnce);
    const told = once ? fresh : beat.reads ? fresh.slice(-1) : [];
    if (told.length > 0 || !step.read) [step.said, step.read] = [told.length > 0 ? told : fresh.slice(-1), told.length > 0 && !once];
    const ended = end === step.events.length && !(beat.seen > 0 && beat.holds);
    const upto = step.first + end;
    step.begun = end;
    this.#show(step, fresh, told, ended, ended && beat.seen <= 0);
    if (ended) {
      this.#queue.shift();
      this.#reached = step.look;
    }
    this.#wait(beat.seen, once, () => {
      if (once) this.#audience.shown(upto);
      if (!ended) return;
      if (beat.seen > 0) this.#show(step, [], [], true, true);
      this.#rest(step);
    });
    return true;
  }

  #show(step: Step, fresh: Event[], told: Event[], ended: boolean, over: boolean): void {
    const looks = ended ? step.look : (step.behind ?? step.look);
    this.#audience.show({
      look: looks,
      events: over ? [] : there(step.events.slice(0, step.begun)),
      fresh,
      told: ended ? [] : told,
      said: ended ? [] : step.said,
      behind: !ended,
      next: ended || step.events.some(isOnce) ? null : step.look.view,
      blank: !ended && this.#reached === null,
      speed: this.#passes && !fresh.some(isOnce) ? 0 : this.#audience.viewer().speed * this.#haste(step, fresh),
    });
  }

  // Steps without a word told once keep a distance, so that one is seen before the next.
  #rest(step: Step): void {
    if (step.events.length === 0 || step.events.some(isOnce) || this.#passes) return;
    const passed = Date.now() - (step.since ?? 0);
    this.#wait(PAUSE * this.#audience.viewer().speed - passed, false, () => undefined);
  }

  #beat(step: Step, event: Event | null): Beat {
    if (event === null || this.#pace === null || !(event.once || this.#happens(step))) return AT_ONCE;
    const viewer = this.#audience.viewer();
    const { before = 0, seen, holds, reads } = this.#pace(event, viewer);
    if (!event.once && !reads && viewer.speed <= 0) return AT_ONCE;
    const haste = reads && !event.once ? 1 : this.#haste(step, [event]);
    const time = (ms: number) => Math.min(LONGEST, Math.max(0, ms)) * haste;
    return { before: time(before), seen: time(seen), holds, reads };
  }

  // Whether what is kept is shown happening: there is something for it to happen to, and somebody to see it.
  #happens(step: Step): boolean {
    const late = this.#queue.length > 1 && Date.now() - step.came > LATE;
    return !late && !this.#passes && (this.#reached !== null || step.events.some(isOnce));
  }

  // What is kept is passed over: whoever acts has seen enough, or nobody looks.
  get #passes(): boolean {
    return this.#hurried || !this.#audience.watching();
  }

  // The more steps wait, the faster this one goes.
  #haste(step: Step, events: readonly Event[]): number {
    const waiting = this.#queue.filter((each) => each !== step).length;
    if (events.some(isOnce)) return waiting > MANY ? HURRY : 1;
    return 1 / (1 + waiting);
  }

  #wait(ms: number, firm: boolean, then: () => void): void {
    if (ms <= 0) {
      then();
      return;
    }
    this.#firm = firm;
    this.#then = then;
    this.#timer = setTimeout(() => {
      this.#over();
      this.#play();
    }, ms);
  }

  #over(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const then = this.#then;
    this.#then = null;
    then?.();
  }

  // What is being looked at has been seen enough.
  #cut(): void {
    while (this.#timer !== undefined && !this.#firm) this.#over();
  }
}
