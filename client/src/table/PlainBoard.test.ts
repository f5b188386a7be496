import { flushSync, mount, unmount } from "svelte";
import { afterAll, afterEach, expect, test, vi } from "vitest";

import type { Action } from "../boards";
import type { Moment } from "../motion/moment";
import { look, room } from "../state/fakes";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const Blind = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
vi.stubGlobal("IntersectionObserver", Blind);
vi.stubGlobal("ResizeObserver", Blind);
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
const { default: PlainBoard } = await import("./PlainBoard.svelte");

let app: ReturnType<typeof mount>;
afterEach(() => void unmount(app));
afterAll(() => void vi.unstubAllGlobals());

function board(behind: boolean): { actions: Action[]; hurry: ReturnType<typeof vi.fn> } {
  const told = [{ key: "toy.event.wrong", args: {} }];
  const reached = look(1, 0, []);
  const moment: Moment = { look: reached, events: told, fresh: told, told: behind ? told : [], said: [], behind, next: null, blank: false, speed: 1 };
  const seen = { actions: [] as Action[], hurry: vi.fn() };
  const props = { look: reached, moment, seat: 0, room: room(), busy: behind, speed: 1, hurry: seen.hurry, act: vi.fn(), why: vi.fn(), tryMoves: vi.fn(), words: () => "", word: () => "", term: () => "", prompt: { show: (actions: Action[]) => void (seen.actions = actions), clear: () => void (seen.actions = []), deny: vi.fn() } };
  app = mount(PlainBoard, { target: document.body, props });
  flushSync();
  return seen;
}

test("whoever has read what the prompt tells can go on", () => {
  const { actions, hurry } = board(true);
  expect(actions.map((each) => each.label)).toEqual(["plain.on"]);
  actions[0]!.run();
  expect(hurry).toHaveBeenCalledOnce();
});

test("where nothing is told there is nothing to go on from", () => {
  expect(board(false).actions).toEqual([]);
});
