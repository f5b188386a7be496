// What the table looks like after each event, so that it can be shown happening in order. This replays
// facts that the server told; the view that came with the events has the last word when they are over.

import { TRAVEL } from "../../motion/flip";
import type { Moment, Pace } from "../../motion/moment";
import type { Event } from "../../wire";
import type { CookingRumbleView, Row, Tile } from "./wire";

const PREFIX = "cooking_rumble.event.";

export function eventName(event: Event): string {
  return event.key.startsWith(PREFIX) ? event.key.slice(PREFIX.length) : "";
}

function arg(event: Event, name: string): number {
  const value = event.args?.[name];
  return typeof value === "number" ? value : -1;
}

/** Whose card lies on the table, face down or shown; play always passes to the left. */
export function cardOf(view: CookingRumbleView): number | null {
  if (view.card_down) return view.active;
  if (view.shown === null) return null;
  if (view.step === "turn") return (view.active + view.seats - 1) % view.seats;
  return view.active;
}

const SEEK = 400; // ms at speed 1 that the eye needs to find whoever else acts

/** How long an event is to be seen; the view waits for it. */
export const beat: Pace = (event, { seat, speed }) => {
  const timed = (actor: number | null, ms: number) => ({ before: actor === null || actor === seat ? 0 : SEEK * speed, seen: ms * speed, holds: true });
  switch (eventName(event)) {
    case "wild":
    case "card":
      return timed(arg(event, "seat"), TRAVEL + 100);
    case "guess":
      return timed(arg(event, "judge"), 500);
    case "right":
    case "wrong":
    case "illegal":
      return timed(null, 800);
    case "pan":
      return timed(arg(event, "seat"), TRAVEL + 150);
    case "move":
      return timed(arg(event, "judge"), TRAVEL + 150);
    case "take":
      return timed(null, TRAVEL + 300);
    case "tokens":
    case "open":
    case "standee":
      return timed(null, TRAVEL);
    default:
      return { seen: 0 };
  }
};

function withTile(view: CookingRumbleView, place: number, tile: Tile | null): CookingRumbleView {
  return { ...view, tiles: view.tiles.map((old, at) => (at === place ? tile : old)) };
}

function withRow(view: CookingRumbleView, place: number, seat: number, change: (row: Row) => Row): CookingRumbleView {
  const tile = view.tiles[place];
  if (!tile) return view;
  return withTile(view, place, { ...tile, rows: tile.rows.map((row, at) => (at === seat ? change(row) : row)) });
}

const addPan = (row: Row): Row => ({ ...row, pans: Math.min(3, row.pans + 1), next: null });
const dropPan = (row: Row): Row => ({ ...row, pans: Math.max(0, row.pans - 1), next: null });

/** The table after one event; the same object if the event changes nothing that can be seen here. */
export function step(view: CookingRumbleView, event: Event, last: CookingRumbleView): CookingRumbleView {
  const seat = arg(event, "seat");
  const kind = arg(event, "kind");
  const place = arg(event, "place");
  switch (eventName(event)) {
    case "wild": {
      const token = kind === 2 || kind === 0 ? 0 : 1;
      const placed = withRow(view, place, seat, (row) => ({
        ...row,
        wilds: [...row.wilds, { at: row.pans, token, shows: kind }],
        next: kind,
      }));
      return {
        ...placed,
        tokens: placed.tokens.map((own, at) => (at === seat ? own.map((here, t) => here && t !== token) : own)),
      };
    }
    case "card":
      return { ...view, step: "guess", active: seat, waiting: [view.judge], card_down: true, card: last.seat === seat ? view.card : null, guess: null, shown: null, right: null };
    case "guess":
      return { ...view, guess: kind };
    case "wrong":
      return { ...view, step: "pan", waiting: [seat], card_down: false, shown: kind, right: false };
    case "right":
    case "illegal":
      return { ...view, step: "judge", waiting: [view.judge], card_down: false, shown: kind, right: true };
    case "pan":
      return { ...withRow(view, place, seat, addPan), pans_left: view.pans_left - 1 };
    case "move": {
      const to = arg(event, "to");
      const moved = withRow(view, place, seat, dropPan);
      return withRow(moved, to, seat, addPan);
    }
    case "take": {
      const tile = arg(event, "tile");
      const at = view.tiles.findIndex((each) => each?.id === tile);
      const taken = view.taken.map((own, owner) =>
        owner === seat && !own.some((each) => each.id === tile) ? [...own, { id: tile, points: arg(event, "points") }] : own,
      );
      return { ...(at < 0 ? view : withTile(view, at, null)), taken, scores: view.scores.map((old, owner) => (owner === seat ? old + arg(event, "points") : old)) };
    }
    case "tokens":
      return {
        ...view,
        tokens: last.tokens.map((own) => own.map(() => true)),
        tiles: view.tiles.map((tile) => tile && { ...tile, rows: tile.rows.map((row) => ({ ...row, wilds: [], next: row.pans < 3 ? (row.need[row.pans] ?? null) : null })) }),
      };
    case "open": {
      const fresh = last.tiles[place];
      return fresh && fresh.id === arg(event, "tile") ? withTile(view, place, fresh) : view;
    }
    case "standee":
      return { ...view, judge: seat };
    case "turn":
      return { ...view, step: "turn", active: seat, waiting: [seat] };
    default:
      return view;
  }
}

/** The table in a moment: the view, or on the way to the next one. */
export function stageOf({ look, events, behind, next }: Pick<Moment<{ view: CookingRumbleView }>, "look" | "events" | "behind" | "next">): CookingRumbleView {
  return behind ? events.reduce((view, event) => step(view, event, next ?? view), look.view) : look.view;
}
