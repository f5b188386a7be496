// What stands on the stove while it is shown, one event after the other: what the view shows once everything
// has been shown, and before that what the events say. It follows hotplates, never pots. No rule in here.

import type { Moment, Pace } from "../../motion/moment";
import type { Event } from "../../wire";
import type { ChefAlfredoView } from "./wire";

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
  /** Two pots that change places in this moment. */
  swapped: readonly [number, number] | null;
  /** A pot that is emptied into the containers in this moment; its tile stays inside. */
  emptied: { pot: number; inside: readonly number[] } | null;
  /** What the neighbour has said in this moment. */
  said: "trust" | "doubt" | null;
}

export const BLANK: Stage = {
  die: null,
  chosen: null,
  lifted: false,
  open: null,
  poured: false,
  swapped: null,
  emptied: null,
  said: null,
};

/** What can be seen when nothing is left to be shown. */
export function ofView(view: ChefAlfredoView): Stage {
  const open = view.lifted ?? view.poured;
  return { ...BLANK, die: view.die, chosen: view.chosen, lifted: view.step === "lifted", open, poured: view.poured !== null };
}

/** The moment is over. */
export const calm = (stage: Stage): Stage => ({ ...stage, swapped: null, emptied: null, said: null });

const name = (event: Event): string => event.key.slice(event.key.lastIndexOf(".") + 1);

/** The stage after an event; what was of the moment before is gone. */
export function after(stage: Stage, event: Event): Stage {
  const args = event.args ?? {};
  const number = (key: string): number => (typeof args[key] === "number" ? args[key] : 0);
  const inside = () => ["carrots", "tomatoes", "beans", "garlic"].map(number);
  const next = calm(stage);
  switch (name(event)) {
    case "turn":
      return { ...next, chosen: null, lifted: false };
    case "roll":
      return { ...next, die: number("kind"), open: null, poured: false };
    case "chef":
      return { ...next, die: 4, open: null, poured: false };
    case "swap":
      return { ...next, swapped: [number("pot"), number("other")] };
    case "chose":
      return { ...next, chosen: number("pot"), lifted: true };
    case "lift":
      return { ...next, chosen: number("pot"), lifted: true, open: { pot: number("pot"), tile: number("tile"), inside: [] } };
    case "emptied":
    case "full":
      return { ...next, emptied: { pot: number("pot"), inside: inside() } };
    case "thrown":
      return { ...next, lifted: false, open: null };
    case "trust":
      return { ...next, said: "trust" };
    case "doubt":
      return { ...next, said: "doubt" };
    case "tile":
      return { ...next, open: { pot: number("pot"), tile: number("tile"), inside: inside() }, poured: true };
    default:
      return next;
  }
}

/** The stage of a moment: behind, events alone move it; else the view counts, and what is of the moment. */
export function stageOf({ look, events, behind, blank }: Pick<Moment<{ view: ChefAlfredoView }>, "look" | "events" | "behind" | "blank">): Stage {
  const told = events.reduce(after, behind && !blank ? ofView(look.view) : BLANK);
  if (behind) return told;
  return { ...ofView(look.view), swapped: told.swapped, emptied: told.emptied, said: told.said };
}

export const SWAP = 1_300; // ms at speed 1 that two pots travel: slow enough for the eye to follow
const HOLD = 700; // ms that the pair is marked before and after
const STILL = 3_000; // ms that a swap is marked when nothing may move

// ms that an event is to be seen at speed 1.
const SEEN: Record<string, number> = {
  roll: 700,
  chef: 700,
  chose: 450,
  lift: 900,
  scarce: 800,
  emptied: 700,
  full: 900,
  thrown: 400,
  trust: 800,
  doubt: 800,
  tile: 1_800,
};

/** How long an event is to be seen. What is read takes its time without motion, too. */
export const beat: Pace = (event, { speed }) => {
  if (name(event) === "swap") return { seen: speed > 0 ? (SWAP + HOLD) * speed : STILL };
  return { seen: (SEEN[name(event)] ?? 0) * (speed > 0 ? speed : 0.5) };
};
