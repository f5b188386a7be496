// What the player of time (player.ts) and a board say to each other. Looks come from the server as fast as
// bots think; the player takes them one by one, each with its events (a step), asks the board how long an
// event is to be seen, and hands the board one moment after the other. Prompt, scores, log and the end
// follow the same moments, so that nothing outside the board can run ahead of it.

import type { Event, Look } from "../wire";

/**
 * How an event is to be seen, in ms as they pass (the reader's speed is already in them).
 *
 * `before`: so long the table stands still before the event begins, e.g. because somebody else acts and the
 * eye has to find them. `seen`: so long it is to be seen, its movement included, before the next one begins;
 * 0: it begins together with the event that follows, or with the view if none does.
 * `holds`: the view waits until the event has been seen even where it is the last of its step. Without it
 * the view comes together with the last event, and the reader may act while that is still seen.
 * `reads`: it has to be read, like a verdict: it takes its time without motion, too, and where others wait; the
 * prompt says it meanwhile. Only whoever acts cuts it short.
 */
export interface Beat {
  before?: number;
  seen: number;
  holds?: boolean | undefined;
  reads?: boolean | undefined;
}

/** Who sees it: their seat (null for a spectator) and their factor on durations (0: no motion). */
export interface Viewer {
  seat: number | null;
  speed: number;
}

/**
 * How a board wants its events to be seen: `beat` of `games/<id>/index.ts`, asked just before an event.
 * Events that are kept are simply there where nothing moves (`speed` 0), but for those that have to be read. What is
 * told once has to be read always, so it takes its time without motion, too. The player divides the times of all
 * else by itself where many steps wait.
 */
export type Pace = (event: Event, viewer: Viewer) => Beat;

/**
 * One moment of a table: what is to be seen until the next one comes. `L` is the game's look.
 *
 * A step from one look to the next is told in moments whose `events` grow; the last moment has the new
 * look. So a board can draw every moment from the moment alone, without a memory of its own:
 * `behind ? events.reduce(after, look.view) : look.view`. It is drawn with no `await` of the board's; what
 * travels when a moment comes (motion/flip.ts) may be cut off by the next one.
 */
export interface Moment<L extends { view: unknown } = Look> {
  /** The look that is reached. Its legal moves are none while `behind`. */
  look: L;
  /** The step's events that have begun, in order; empty once all of them have been seen to the end. */
  events: readonly Event[];
  /** Those of `events` that begin with this moment; they are what is said now. */
  fresh: readonly Event[];
  /** Those of `fresh` that have to be read before the table goes on. */
  told: readonly Event[];
  /** While `behind`: what the prompt says instead of a question that has been answered. What was read last stands there until the step ends. */
  said: readonly Event[];
  /** `events` lie ahead of `look`'s view; the view they lead to comes with a later moment. */
  behind: boolean;
  /**
   * While `behind`: the view that the step leads to, for what an event brings in without saying all about it
   * (a new tile's border). Null where anything of the step is told once: there a view is not looked into
   * before it is reached.
   */
  next: L["view"] | null;
  /**
   * Nothing stood here before (a reload, a device passed on) while something told once is still to be seen:
   * `look` is the one to come, and of its view only what never changes may be drawn.
   */
  blank: boolean;
  /** Factor on the durations of movements now: the reader's, less where more steps wait, 0 for none. */
  speed: number;
}

/** What a board may ask of the player. */
export interface Hasten {
  /**
   * Whoever acts has seen enough: everything that waits is reached at once, before this returns. What is
   * told once is still shown for its time.
   */
  hurry(): void;
}
