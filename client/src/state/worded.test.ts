import { expect, test } from "vitest";

import type { Room, ToTabMessage, Welcome } from "../wire";
import { Worded } from "./worded";

/** A house whose words of a game come when the test says so. */
class Slow {
  there = new Set<string>();
  asked: string[] = [];
  #come: (() => void)[] = [];
  has = (game: string) => this.there.has(game);
  need = (game: string) => {
    this.asked.push(game);
    return new Promise<void>((done) => this.#come.push(done));
  };
  async come(game: string): Promise<void> {
    this.there.add(game);
    for (const done of this.#come.splice(0)) done();
    await Promise.resolve();
  }
}

const welcome = (table: string, game = "toy") => ({ t: "welcome", room: { table, game } as Room }) as Welcome;
const chat = (text: string) => ({ t: "chat", lines: [{ text }] }) as unknown as ToTabMessage;

function listening(words: Slow): { worded: Worded; heard: ToTabMessage[] } {
  const heard: ToTabMessage[] = [];
  return { worded: new Worded(words, (message) => heard.push(message)), heard };
}

test("what the server says waits for the words of the game, in its order", async () => {
  const words = new Slow();
  const { worded, heard } = listening(words);
  const said = [welcome("A"), chat("one"), chat("two")];
  for (const each of said) worded.pass(each);
  expect(heard).toEqual([]);
  expect(words.asked).toEqual(["toy"]);
  await words.come("toy");
  expect(heard).toEqual(said);
  worded.pass(chat("three"));
  expect(heard.at(-1)).toEqual(chat("three"));
});

test("nothing waits where the words are there", () => {
  const words = new Slow();
  words.there.add("toy");
  const { worded, heard } = listening(words);
  worded.pass(welcome("A"));
  expect(heard).toHaveLength(1);
  expect(words.asked).toEqual([]);
});

test("a welcome after a lost line stands for all that was held before it", async () => {
  const words = new Slow();
  const { worded, heard } = listening(words);
  worded.pass(welcome("A"));
  worded.pass(chat("said to a line that is gone"));
  worded.pass(welcome("B"));
  worded.pass(chat("said since"));
  expect(words.asked).toEqual(["toy"]); // asked for once
  await words.come("toy");
  expect(heard).toEqual([welcome("B"), chat("said since")]);
});

test("a page that was left hears nothing any more", async () => {
  const words = new Slow();
  const { worded, heard } = listening(words);
  worded.pass(welcome("A"));
  worded.stop();
  await words.come("toy");
  expect(heard).toEqual([]);
});

test("a refusal before any welcome is heard at once", () => {
  const { worded, heard } = listening(new Slow());
  worded.pass({ t: "refused", id: null, why: { key: "error.table_unknown" }, final: true });
  expect(heard).toHaveLength(1);
});
