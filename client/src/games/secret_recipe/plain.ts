// How long the events of Secret Recipe are read on the plain board, which says them in the prompt.

import type { Pace } from "../../motion/moment";
import { numbers } from "../kit/offer";
import { eventName } from "../kit/replay.svelte";

const GAME = "secret_recipe";

// ms at speed 1 of what has to be read. `by`: whoever it names there has chosen it themselves.
const READ: Record<string, { ms: number; by?: string }> = {
  clue: { ms: 2_000, by: "seat" },
  question: { ms: 1_600, by: "seat" },
  yes: { ms: 1_600 },
  no: { ms: 1_600 },
  saw: { ms: 1_800 },
  voted_think: { ms: 1_600, by: "seat" },
  voted_unveil: { ms: 1_600, by: "seat" },
  voted_collect: { ms: 1_800, by: "seat" },
  revealed: { ms: 1_600 },
  right: { ms: 1_600 },
  wrong: { ms: 1_800 },
  theory: { ms: 1_400 },
  tea: { ms: 1_400 },
  asked_yes: { ms: 1_800 },
  asked_no: { ms: 1_800 },
  pact_yes: { ms: 1_800 },
  pact_no: { ms: 1_800 },
  out: { ms: 1_600 },
  bonus: { ms: 1_400 },
  phase_ends: { ms: 1_200 },
  last: { ms: 1_800 },
};

const LEAST = 0.75; // of its time something is read, however fast everything else goes

/** How long an event is to be read; the view waits for it. */
export const beat: Pace = (event, { seat, speed }) => {
  const found = READ[eventName(GAME, event)];
  if (!found || (found.by !== undefined && numbers(event)[found.by] === seat)) return { seen: 0 };
  return { seen: found.ms * Math.max(LEAST, speed), holds: true, reads: true };
};
