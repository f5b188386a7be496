// What lies on the table while a look comes about: what each event says was put, taken or turned over, and
// nothing that would follow from it. The view that the events lead to has the last word.

import { TRAVEL } from "../../motion/flip";
import type { Moment, Pace } from "../../motion/moment";
import { numbers } from "../kit/offer";
import { eventName, replay, type Step } from "../kit/replay.svelte";
import type { CookingRumbleView, Row, Tile } from "./wire";

export const GAME = "cooking_rumble";

/** A view as it is drawn. */
export interface Drawn extends CookingRumbleView {
  /** The card on the table and what was said of it are this turn's. */
  fresh: boolean;
}

export const ofView = (view: CookingRumbleView): Drawn => ({ ...view, fresh: view.step !== "turn" && view.step !== "over" });

function at<T>(list: readonly T[], place: number, change: (old: T) => T): T[] {
  return list.map((old, each) => (each === place ? change(old) : old));
}

const onRow = (drawn: Drawn, place: number, seat: number, change: (row: Row) => Row): Drawn => ({
  ...drawn,
  tiles: at(drawn.tiles, place, (tile) => tile && { ...tile, rows: at(tile.rows, seat, change) }),
});

/** A border as it is printed. What it asks for now the view will say. */
const printed = (row: Row): Row => ({ ...row, pans: 0, wilds: [], next: null });
const bare = (tile: Tile): Tile => ({ ...tile, rows: tile.rows.map(printed) });

const turned = (right: boolean): Step<Drawn, CookingRumbleView> => (drawn, { kind = 0 }) => ({ ...drawn, card_down: false, shown: kind, right });

const STEPS: Record<string, Step<Drawn, CookingRumbleView>> = {
  wild: (drawn, { seat = 0, place = 0, at: symbol = 0, token = 0, kind = 0 }) => ({
    ...onRow(drawn, place, seat, (row) => ({ ...row, wilds: [...row.wilds, { at: symbol, token, shows: kind }], next: null })),
    tokens: at(drawn.tokens, seat, (own) => at(own, token, () => false)),
  }),
  card: (drawn, { seat = 0 }) => ({ ...drawn, card_of: seat, card_down: true, card: null, guess: null, shown: null, right: null, fresh: true }),
  guess: (drawn, { kind = 0 }) => ({ ...drawn, guess: kind }),
  wrong: turned(false),
  right: turned(true),
  illegal: turned(true),
  pan: (drawn, { seat = 0, place = 0, at: symbol = 0 }) => ({
    ...onRow(drawn, place, seat, (row) => ({ ...row, pans: symbol + 1, next: null })),
    pans_left: drawn.pans_left - 1,
  }),
  move: (drawn, { seat = 0, place = 0, at: from = 0, to = 0, to_at = 0 }) =>
    onRow(onRow(drawn, place, seat, (row) => ({ ...row, pans: from, next: null })), to, seat, (row) => ({ ...row, pans: to_at + 1, next: null })),
  take: (drawn, { seat = 0, place = 0, tile = 0, points = 0 }) => ({
    ...drawn,
    tiles: at(drawn.tiles, place, () => null),
    taken: at(drawn.taken, seat, (own) => [...own, { id: tile, points }]),
    scores: at(drawn.scores, seat, (own) => own + points),
  }),
  tokens: (drawn) => ({
    ...drawn,
    tokens: drawn.tokens.map((own) => own.map(() => true)),
    tiles: drawn.tiles.map((tile) => tile && { ...tile, rows: tile.rows.map((row) => ({ ...row, wilds: [], next: null })) }),
  }),
  open: (drawn, { place = 0, tile = 0 }, next) => {
    const found = next?.tiles[place];
    return found && found.id === tile ? { ...drawn, tiles: at(drawn.tiles, place, () => bare(found)) } : drawn;
  },
  // Whose turn it was to guess has guessed: what was said is not the new judge's.
  standee: (drawn, { seat = 0 }) => ({ ...drawn, judge: seat, fresh: false }),
  turn: (drawn) => ({ ...drawn, fresh: false }),
  over: (drawn) => ({ ...drawn, step: "over", fresh: false }),
};

export const after = replay(GAME, STEPS);

/** What is drawn in a moment. */
export function draw({ behind, events, look, next }: Pick<Moment<{ view: CookingRumbleView }>, "behind" | "events" | "look" | "next">): Drawn {
  return behind ? events.reduce((drawn, event) => after(drawn, event, next), ofView(look.view)) : ofView(look.view);
}

/** A guess is judged in this moment: what was said, and what the card shows. */
export interface Judgement {
  verdict: "right" | "wrong" | "illegal";
  seat: number;
  judge: number;
  kind: number;
  guess: number;
}

/** The judgement that is told in a moment. */
export function judgement({ told, events }: Pick<Moment, "told" | "events">): Judgement | null {
  for (const event of told) {
    const verdict = eventName(GAME, event);
    if (verdict !== "right" && verdict !== "wrong" && verdict !== "illegal") continue;
    const guess = events.findLast((each) => eventName(GAME, each) === "guess");
    const { seat = 0, judge = 0, kind = 0 } = numbers(event);
    return { verdict, seat, judge, kind, guess: guess ? (numbers(guess).kind ?? kind) : kind };
  }
  return null;
}

const FIND = 400; // ms at speed 1 that the eye gets to find who acts, where it is not the reader

// Who acts, as the event names them, and ms at speed 1 that it is looked at, travels included. Some have to be read.
const SEEN: Record<string, { actor?: string; ms: number; reads?: boolean }> = {
  wild: { actor: "seat", ms: TRAVEL + 100 },
  card: { actor: "seat", ms: TRAVEL + 100 },
  guess: { actor: "judge", ms: 500 },
  right: { ms: 1_600, reads: true },
  wrong: { ms: 1_600, reads: true },
  illegal: { ms: 1_600, reads: true },
  pan: { actor: "seat", ms: TRAVEL + 150 },
  move: { actor: "judge", ms: TRAVEL + 150 },
  take: { ms: 1_400, reads: true },
  tokens: { ms: TRAVEL },
  open: { ms: TRAVEL },
  standee: { ms: TRAVEL },
};

const LEAST = 0.75; // of its time something is read, however fast everything else goes

/** How long an event is to be seen; the view waits for it. */
export const beat: Pace = (event, { seat, speed }) => {
  const found = SEEN[eventName(GAME, event)];
  if (!found) return { seen: 0 };
  const actor = found.actor === undefined ? seat : numbers(event)[found.actor];
  const factor = found.reads ? Math.max(LEAST, speed) : speed;
  return { before: actor === seat ? 0 : FIND * speed, seen: found.ms * factor, holds: true, reads: found.reads };
};
