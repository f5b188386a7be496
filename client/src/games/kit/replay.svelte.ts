// What lies between two views, drawn from what the events say: from where to where. A board gives one step
// for each of its events; the player of time (motion/player.ts) says when. Pieces travel by themselves.

import { tick, untrack } from "svelte";

import { appear, Flip, type Place, reduced } from "../../motion/flip";
import type { Event } from "../../wire";
import { type Fields, numbers } from "./offer";

/** The name of a game's event, "" for another game's. */
export function eventName(game: string, event: Event): string {
  const prefix = `${game}.event.`;
  return event.key.startsWith(prefix) ? event.key.slice(prefix.length) : "";
}

/**
 * What is drawn after an event, from what was drawn before it and the event's numbers. `next` is the view that
 * the events lead to, for what a piece looks like that comes in; null where it must not be looked into.
 */
export type Step<D, V> = (drawn: D, event: Fields, next: V | null) => D;

/** All steps of a game as one; an event without a step changes nothing. */
export function replay<D, V>(game: string, steps: Readonly<Record<string, Step<D, V>>>): (drawn: D, event: Event, next: V | null) => D {
  return (drawn, event, next) => {
    const name = eventName(game, event);
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    return step ? step(drawn, numbers(event), next) : drawn;
  };
}

/** What a travelling board is. */
export interface Travelled {
  root: HTMLElement | undefined;
  /** The moment's factor on durations. */
  speed: number;
  /** What is drawn in this moment; pieces travel when it becomes another. */
  drawn: unknown;
}

/**
 * Let the pieces of a board (`data-piece`) travel whenever what is drawn changes. Called while the board is
 * made. `sources` says where new pieces come from, by their id; it is asked before they are drawn.
 */
export function travelling(board: () => Travelled, sources: (root: HTMLElement) => Record<string, Place> = () => ({})): void {
  const flip = new Flip();
  let last = untrack(() => board().drawn);

  $effect.pre(() => {
    const { root, drawn, speed } = board();
    if (drawn === last) return;
    last = drawn;
    untrack(() => {
      if (!root) return;
      if (speed <= 0) return void still(root);
      flip.remember(root);
      const from = sources(root);
      void tick().then(() => flip.play(root, speed, from));
    });
  });

  // Where less motion is wished for, what is new fades in; where none is, it is simply there.
  function still(root: HTMLElement): void {
    if (!reduced() || document.hidden) return;
    const before = new Set(pieces(root).map((piece) => piece.dataset.piece));
    void tick().then(() => pieces(root).forEach((piece) => before.has(piece.dataset.piece) || appear(piece, 1)));
  }
}

const pieces = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-piece]")];
