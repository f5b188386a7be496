import { flushSync, mount, unmount } from "svelte";
import { expect, test, vi } from "vitest";

import type { Event } from "../../wire";
import Board from "./Board.svelte";
import type { CookingRumbleView } from "./wire";

const row = { need: [2, 0, 3], pans: 0, wilds: [], next: 2 };
const view = (change: Partial<CookingRumbleView>): CookingRumbleView => ({
  seat: 0,
  seats: 2,
  waiting: [1],
  scores: [0, 0],
  places: null,
  step: "turn",
  active: 1,
  judge: 0,
  tiles: [{ id: 4, points: 2, rows: [row, row] }, null, null],
  deck: 10,
  taken: [[], []],
  tokens: [
    [true, true],
    [true, true],
  ],
  card_down: false,
  card: null,
  card_of: null,
  guess: null,
  shown: null,
  right: null,
  pans_left: 18,
  expert: false,
  illegal_cards: false,
  must_place: false,
  ...change,
});
const look = (at: CookingRumbleView, events: Event[]) => ({
  version: 1,
  view: at,
  legal: [],
  hints: { cards: [[], [], [], []], place: [] },
  prompt: { key: "" },
  first: 0,
  events,
  sections: [],
});

test("the prompt is held back until the board has shown how the look came about", async () => {
  vi.useFakeTimers();
  let held = 0;
  let most = 0;
  let now = $state.raw(look(view({}), []));
  const app = mount(Board, {
    target: document.body,
    props: {
      get look() {
        return now;
      },
      get events() {
        return now.events;
      },
      seat: 0,
      room: {} as never,
      act: () => undefined,
      busy: false,
      words: (phrase: { key: string }) => phrase.key,
      term: (key: string) => key,
      speed: 1,
      prompt: {
        show: () => undefined,
        clear: () => undefined,
        hold: () => {
          let mine = true;
          held += 1;
          most = Math.max(most, held);
          return () => {
            if (mine) held -= 1;
            mine = false;
          };
        },
      },
    },
  });
  flushSync();
  expect(held).toBe(0);
  now = look(view({ step: "guess", waiting: [0], card_down: true }), [{ key: "cooking_rumble.event.card", args: { seat: 1 } }]);
  flushSync();
  expect(held).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(held).toBe(1); // another's move: the eye is given time first
  await vi.advanceTimersByTimeAsync(10_000);
  expect(held).toBe(0);
  expect(most).toBe(1);
  void unmount(app);
  vi.useRealTimers();
});
