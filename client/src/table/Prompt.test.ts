import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { look as lookOf, room as roomOf } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { Phrase } from "../wire";
import { Speaker } from "../words/format";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { default: Prompt } = await import("./Prompt.svelte");

const WORDS = { ask: "Which card?", guess: "You guess: sugars.", "move.guess": "Guess: sugars", no: "Not now.", hold: "Is this your guess?" };

let app: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (app) void unmount(app);
  document.body.replaceChildren();
});

/** The prompt's sentence, and whether it stands there as a question to the reader. */
function said(server: object, reader: object): [string | undefined, boolean] {
  if (app) void unmount(app);
  document.body.replaceChildren();
  const look = lookOf(1, 0, [], {}, { prompt: { key: "ask" } });
  const table = {
    server: { seat: 0, newest: look, line: { kind: "open" }, moment: { said: [] }, behind: false, ...server },
    reader: { pending: null, making: [], refusal: null, saying: null, actions: [], nudged: null, ...reader },
    speaker: new Speaker("en", WORDS),
    names: ["Ada", "Bo"],
    device: { next: null },
    nudging: { ready: [], nudged: [] },
    sits: true,
  } as unknown as Table;
  app = mount(Prompt, { target: document.body, props: { table, room: roomOf(), look, onabsent: () => undefined } });
  flushSync();
  return [document.querySelector(".sentence")?.textContent?.trim(), document.querySelector(".prompt.mine") !== null];
}

const phrase = (key: string): Phrase => ({ key });

test("a question is asked until it is answered; then it is said what is done, and what happens", () => {
  expect(said({}, {})).toEqual(["Which card?", true]);
  expect(said({}, { saying: "Is this your guess?" })).toEqual(["Is this your guess?", true]);
  expect(said({}, { pending: "1", making: [phrase("move.guess")] })).toEqual(["Guess: sugars", false]);
  expect(said({ moment: { said: [phrase("guess")] }, behind: true }, {})).toEqual(["You guess: sugars.", false]);
  expect(said({ moment: { said: [phrase("guess")] }, behind: true }, { refusal: phrase("no") })[0]).toBe("You guess: sugars.");
  expect(said({}, { refusal: phrase("no") })[0]).toBe("Not now.");
});
