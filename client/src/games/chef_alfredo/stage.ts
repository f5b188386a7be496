// What stands on the stove while it is shown, one event after the other: what the view shows once everything
// has been shown, and before that what the events say. It follows hotplates, never pots. No rule in here.

import type { Moment, Pace } from "../../motion/moment";
import { PAUSE } from "../../motion/player";
import type { Event } from "../../wire";
import type { Fields } from "../kit/offer";
import { eventName, replay, type Step } from "../kit/replay.svelte";
import type { ChefAlfredoView } from "./wire";

export const GAME = "chef_alfredo";

export interface Opened {
  pot: number;
  tile: number;
  inside: readonly number[];
}

export interface Stage {
  die: number | null;
  /** The pot chosen for the throw. */
  chosen: number | null;
  /** Its lid is up. */
  lifted: boolean;
  /** An open pot that the reader may see into. */
  open: Opened | null;
  /** It lies on its side, for all to see. */
  poured: boolean;
  /** Whether the poured pot's tile is what the die asked for. */
  hit: boolean | null;
  /** Two pots that change places in this moment. */
  swapped: readonly [number, number] | null;
  /** A pot that is emptied into the containers in this moment; its tile stays inside. */
  emptied: { pot: number; inside: readonly number[] } | null;
  /** What the neighbour has said in this moment. */
  said: "trust" | "doubt" | null;
  /** Who gets a cooking tile in this moment, and who would have got it; nobody else could where the throw was trusted. */
  won: { by: number; over: number | null } | null;
}

export const BLANK: Stage = {
  die: null,
  chosen: null,
  lifted: false,
  open: null,
  poured: false,
  hit: null,
  swapped: null,
  emptied: null,
  said: null,
  won: null,
};

/** What can be seen when nothing is left to be shown. */
export function ofView(view: ChefAlfredoView): Stage {
  const open = view.lifted ?? view.poured;
  return { ...BLANK, die: view.die, chosen: view.chosen, lifted: view.step === "lifted", open, poured: view.poured !== null, hit: view.hit };
}

const CHEF = 4; // the die's face that is no ingredient

/** The moment is over. */
const calm = (stage: Stage): Stage => ({ ...stage, swapped: null, emptied: null, said: null, won: null });

const inside = ({ carrots = 0, tomatoes = 0, beans = 0, garlic = 0 }: Fields): readonly number[] => [carrots, tomatoes, beans, garlic];
const away = { open: null, poured: false, hit: null };
const empty: Step<Stage, never> = (stage, event) => ({ ...stage, emptied: { pot: event.pot ?? 0, inside: inside(event) } });

const unmarked: Step<Stage, never> = (stage) => ({ ...stage, chosen: null, lifted: false });

const told = replay<Stage, never>(GAME, {
  turn: unmarked,
  over: unmarked,
  roll: (stage, { kind = 0 }) => ({ ...stage, ...away, die: kind }),
  chef: (stage) => ({ ...stage, ...away, die: CHEF }),
  swap: (stage, { pot = 0, other = 0 }) => ({ ...stage, swapped: [pot, other] }),
  chose: (stage, { pot = 0 }) => ({ ...stage, chosen: pot, lifted: true }),
  lift: (stage, { pot = 0, tile = 0 }) => ({ ...stage, chosen: pot, lifted: true, open: { pot, tile, inside: [] } }),
  emptied: empty,
  full: empty,
  thrown: (stage) => ({ ...stage, lifted: false, open: null }),
  trust: (stage) => ({ ...stage, said: "trust" }),
  doubt: (stage) => ({ ...stage, said: "doubt" }),
  point: (stage, { seat = 0 }) => ({ ...stage, won: { by: seat, over: null } }),
  caught: (stage, { neighbour = 0, seat = 0 }) => ({ ...stage, won: { by: neighbour, over: seat } }),
  proved: (stage, { neighbour = 0, seat = 0 }) => ({ ...stage, won: { by: seat, over: neighbour } }),
  tile: (stage, event) => ({ ...stage, open: { pot: event.pot ?? 0, tile: event.tile ?? 0, inside: inside(event) }, poured: true, hit: event.hit === 1 }),
});

/** The stage after an event; what was of the moment before is gone. */
export const after = (stage: Stage, event: Event): Stage => told(calm(stage), event, null);

/** The stage of a moment: behind, events alone move it; else the view counts, and what is of the moment. */
export function stageOf({ look, events, behind, blank }: Pick<Moment<{ view: ChefAlfredoView }>, "look" | "events" | "behind" | "blank">): Stage {
  const seen = events.reduce(after, behind && !blank ? ofView(look.view) : BLANK);
  if (behind) return seen;
  return { ...ofView(look.view), swapped: seen.swapped, emptied: seen.emptied, said: seen.said, won: seen.won };
}

export const SWAP = 1_300; // ms at speed 1 that two pots travel: slow enough for the eye to follow
const HOLD = 700; // ms that the pair is marked before and after
const STILL = 3_000; // ms that a swap is marked when nothing may move

// ms that an event is to be seen at speed 1.
const SEEN: Record<string, number> = {
  roll: 900,
  chef: 900,
  chose: 800,
  lift: 900,
  scarce: 800,
  emptied: 700,
  full: 900,
  thrown: 1_200,
  trust: 1_300,
  doubt: 1_300,
  tile: 1_600,
  point: 1_300,
  caught: 1_800,
  proved: 1_800,
};
// These are seen to their end before the table goes on, for they say how the throw came out.
const HOLDS = ["point", "caught", "proved"];
const LEAST = 0.5; // of its time something is read, however fast everything else goes

// With these somebody begins to do something; if it is not the reader, the eye has to find them first.
const ACTS: Record<string, "seat" | "neighbour"> = { roll: "seat", chef: "seat", swap: "seat", chose: "seat", thrown: "seat", trust: "neighbour", doubt: "neighbour" };

/** How long the table stands still before an event, and how long that is to be seen. What is read takes its time without motion, too. */
export const beat: Pace = (event, { seat, speed }) => {
  const name = eventName(GAME, event);
  const by = ACTS[name];
  const before = by !== undefined && event.args?.[by] !== seat ? PAUSE * speed : 0;
  if (name === "swap") return { before, seen: speed > 0 ? (SWAP + HOLD) * speed : STILL };
  const holds = HOLDS.includes(name);
  const factor = holds ? Math.max(LEAST, speed) : speed > 0 ? speed : LEAST;
  return { before, seen: (SEEN[name] ?? 0) * factor, holds, reads: holds };
};
