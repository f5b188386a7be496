import { readFileSync } from "node:fs";
import { join } from "node:path";

import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import type { Action } from "../../../boards";
import type { Phrase } from "../../../wire";
import Board from "./Board.svelte";

const here = import.meta.dirname;

test("the page on adding a game shows this board", () => {
  const page = readFileSync(join(here, "../../../../../docs/add-a-game.md"), "utf8");
  const board = readFileSync(join(here, "Board.svelte"), "utf8");
  expect(page.includes(`\`\`\`svelte\n${board}\`\`\``), "copy example/Board.svelte into docs/add-a-game.md").toBe(true);
});

test("it draws what events say, makes the move that is pointed at, and says why another cannot be made", async () => {
  const view = { seat: 0, seats: 2, waiting: [0], scores: [4, 5], places: null, band: null, left: 3 };
  const look = { version: 1, view, legal: [{ text: "take 1", phrase: { key: "pinch.move.take", args: { many: 0 } } }], hints: null, prompt: { key: "" }, first: 0, events: [], undo: null, sections: null };
  const took = { key: "pinch.event.took", args: { seat: 1, n: 2 } };
  const moment = (behind: boolean) => ({ look: behind ? { ...look, legal: [] } : look, events: behind ? [took] : [], fresh: [], told: [], said: [], behind, next: null, blank: false, speed: 0 });
  const acted: string[][] = [];
  let said: [string[], string | undefined] = [[], undefined];
  const show = (behind: boolean) => {
    const app = mount(Board, {
      target: document.body,
      props: {
        look,
        moment: moment(behind),
        hurry: () => undefined,
        why: async () => [{ key: "pinch.refuse.left" }],
        tryMoves: () => Promise.reject(),
        seat: 0,
        room: {} as never,
        act: (moves: string[]) => acted.push(moves),
        busy: false,
        words: (phrase: Phrase) => phrase.key,
        term: (key: string) => key,
        speed: 0,
        prompt: { show: (actions: Action[], say?: string) => (said = [actions.map((each) => each.label), say]), clear: () => (said = [[], undefined]), deny: (why: Phrase) => (said = [said[0], why.key]) },
      },
    });
    flushSync();
    return app;
  };
  const press = (spoon: number) => (document.querySelector<HTMLElement>(`[data-spoon="${spoon}"]`)!.click(), flushSync());

  const behind = show(true);
  expect(document.querySelectorAll("[data-piece]")).toHaveLength(1);
  await unmount(behind);
  const app = show(false);
  press(1);
  await new Promise((done) => setTimeout(done));
  expect(said).toEqual([[], "pinch.refuse.left"]);
  press(0);
  expect(said).toEqual([["pinch.board.take", "pinch.board.cancel"], "pinch.board.say.take"]);
  press(0);
  expect(acted).toEqual([["take 1"]]);
  await unmount(app);
});
