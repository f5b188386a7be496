// The prompt's buttons while looks come.
import { tick, untrack } from "svelte";
import { expect, test, vi } from "vitest";

import type { Action } from "../boards";
import { event, FakeSocket, look, welcome } from "./fakes";

vi.mock("../boards", () => ({ boardOf: async () => null }));
vi.stubGlobal("fetch", () => new Promise(() => undefined));
const { Table } = await import("./table.svelte");

test("what the board offers again is never away: a press that has begun is not lost", async () => {
  const socket = new FakeSocket();
  const table = new Table("T", () => socket);
  socket.onopen?.({});
  socket.say(welcome({ look: look(3, 0, []) }));
  await tick();
  const offered: Action[] = [{ key: "k", label: "K", kind: "yes", run: () => undefined }];
  table.prompt.show(offered);
  const seen: number[] = [];
  // As the shell and the board do it: the prompt is drawn, then the board hears of the look.
  const stop = $effect.root(() => {
    $effect.pre(() => void seen.push(table.reader.actions.length));
    $effect(() => {
      void table.server.moment;
      untrack(() => table.prompt.show([...offered]));
    });
  });
  socket.say({ t: "look", look: look(4, 0, [event("event.renamed")]), done: null });
  await tick();
  expect(table.server.look?.version).toBe(4);
  expect(new Set(seen)).toEqual(new Set([1]));
  stop();
  table.close();
});
