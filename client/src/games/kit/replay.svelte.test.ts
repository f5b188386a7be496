import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { replay, travelling } from "./replay.svelte";

const event = (key: string, args = {}) => ({ key, args });

test("a game's events change what is drawn by their own numbers; others and unknown ones change nothing", () => {
  const after = replay<{ at: number }, { far: number }>("toy", { step: (drawn, { by = 0 }, next) => ({ at: drawn.at + by + (next?.far ?? 0) }) });
  const here = { at: 1 };
  expect(after(here, event("toy.event.step", { by: 2, to: [7] }), null)).toEqual({ at: 3 });
  expect(after(here, event("toy.event.step", { by: 2 }), { far: 10 })).toEqual({ at: 13 });
  for (const key of ["toy.event.rest", "toy.event.toString", "other.event.step"]) expect(after(here, event(key, { by: 2 }), null)).toBe(here);
});

let end = () => undefined as void;
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** A table with one piece, which lies at `left` as far as the page can tell. */
function table(speed: number) {
  const root = document.body.appendChild(document.createElement("div"));
  const flights: [string | undefined, unknown][] = [];
  let left = 0;
  const piece = (id: string) => {
    const made = root.appendChild(document.createElement("i"));
    made.dataset.piece = id;
    made.getBoundingClientRect = () => ({ left, top: 0, width: 10, height: 10 }) as DOMRect;
    made.getAnimations = () => [];
    made.animate = ((frames: { transform?: string; opacity?: number }[]) => (flights.push([id, frames[0]?.transform ?? frames[0]?.opacity]), { finished: Promise.resolve() })) as never;
  };
  piece("a");
  let drawn = $state.raw({});
  let asked = 0;
  end = $effect.root(() => travelling(() => ({ root, speed, drawn }), () => (asked++, { b: { x: 40, y: 0, width: 10, height: 10 } })));
  flushSync();
  return {
    flights,
    asked: () => asked,
    async draw(change: () => void) {
      drawn = {};
      flushSync();
      change();
      await new Promise((done) => setTimeout(done));
    },
    piece,
    move: (to: number) => (left = to),
  };
}

test("pieces travel from where they were, new ones from where the board says", async () => {
  const { flights, draw, piece, move } = table(1);
  await draw(() => (move(30), piece("b")));
  expect(flights).toEqual([
    ["a", "translate(-30px, 0px) scale(1)"],
    ["b", "translate(10px, 0px) scale(1)"],
  ]);
});

test("nothing travels while what is drawn stays, nor where nothing moves", async () => {
  const still = table(0);
  await still.draw(() => still.move(30));
  expect([still.flights, still.asked()]).toEqual([[], 0]);
});

test("where less motion is wished for, what is new fades in and nothing else moves", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { flights, draw, piece, move } = table(0);
  await draw(() => (move(30), piece("b")));
  expect(flights).toEqual([["b", 0]]);
});
