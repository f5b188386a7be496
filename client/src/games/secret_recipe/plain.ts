// How long the events of Secret Recipe are read on the plain board, which says them in the prompt.

import type { Pace } from "../../motion/moment";
import { eventName } from "../kit/replay.svelte";

const GAME = "secret_recipe";

// ms at speed 1 of what has to be read.
const READ: Record<string, number> = {
  clue: 2_000,
  question: 1_600,
  yes: 1_600,
  no: 1_600,
  saw: 1_800,
  voted_think: 1_600,
  voted_unveil: 1_600,
  voted_collect: 1_800,
  revealed: 1_600,
  right: 1_600,
  wrong: 1_800,
  theory: 1_400,
  tea: 1_400,
  asked_yes: 1_800,
  asked_no: 1_800,
  pact_yes: 1_800,
  pact_no: 1_800,
  out: 1_600,
  bonus: 1_400,
  phase_ends: 1_200,
  last: 1_800,
};

// The seat that these name has chosen what they say, and need not read it.
const CHOSEN = ["clue", "question", "voted_think", "voted_unveil", "voted_collect"];

const LEAST = 0.75; // of its time something is read, however fast everything else goes

/** How long an event is to be read; the view waits for it. */
export const beat: Pace = (event, { seat, speed }) => {
  const name = eventName(GAME, event);
  const ms = READ[name];
  if (ms === undefined || (CHOSEN.includes(name) && event.args?.seat === seat)) return { seen: 0 };
  return { seen: ms * Math.max(LEAST, speed), holds: true, reads: true };
};
