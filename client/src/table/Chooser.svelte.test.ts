import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { LegalMove, NamedMove, Phrase } from "../wire";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { Refusal } = await import("../net/api");
const { default: Chooser } = await import("./Chooser.svelte");

// Nine ways to lay a card: kind 1 into every pot but the third, kind 2 into every pot.
const moves: LegalMove[] = [
  ...[0, 1, 3, 4].map((pot) => ({ kind: 1, pot })),
  ...[0, 1, 2, 3, 4].map((pot) => ({ kind: 2, pot })),
].map((args) => ({ text: `lay ${args.kind} ${args.pot}`, phrase: { key: "toy.move.lay", args } }));

let app: ReturnType<typeof mount> | undefined;
let said: string[] = [];
let asked: (string | NamedMove)[][] = [];

let shown: string[] = []; // what came into sight
HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
  shown.push(this.querySelector("legend")?.textContent ?? this.className);
};

function show(answer: () => Promise<(Phrase | null)[]>): (next: readonly LegalMove[]) => void {
  said = [];
  asked = [];
  shown = [];
  let given = $state.raw<readonly LegalMove[]>(moves);
  app = mount(Chooser, {
    target: document.body,
    props: {
      game: "toy",
      get moves() {
        return given;
      },
      label: "moves",
      act: () => undefined,
      busy: false,
      prompt: { show: (_: unknown, say?: string) => void said.push(say ?? ""), clear: () => undefined, deny: (why: Phrase) => void said.push(why.key) },
      term: (key: string) => key,
      why: (each: (string | NamedMove)[]) => (asked.push(each), answer()),
      word: (name: string, value: number) => `${name} ${value}`,
      words: (phrase: Phrase) => phrase.key,
    },
  });
  flushSync();
  return (next) => ((given = next), flushSync());
}

const press = async (selector: string) => {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
  await tick();
  await tick();
};

afterEach(() => {
  if (app) void unmount(app);
  document.body.replaceChildren();
});

test("what the last field cannot be stands apart, and says why when it is pressed", async () => {
  show(async () => [{ key: "toy.refuse.full" }]);
  expect(document.querySelectorAll(".blocked")).toHaveLength(0);
  await press('input[data-field="kind"][value="1"]');
  expect([...document.querySelectorAll(".blocked")].map((each) => each.textContent)).toEqual(["pot 2"]);
  await press(".blocked");
  expect(asked).toEqual([[{ key: "toy.move.lay", args: { kind: 1, pot: 2 } }]]);
  expect(said).toEqual(["toy.refuse.full"]);
  await press('input[data-field="kind"][value="2"]');
  expect(document.querySelectorAll(".blocked")).toHaveLength(0);
});

test("where the server cannot say, that is said", async () => {
  show(() => Promise.reject(new Refusal({ key: "house.unreached" }, 0)));
  await press('input[data-field="kind"][value="1"]');
  await press(".blocked");
  expect(said).toEqual(["house.unreached"]);
});

test("what is chosen next comes into sight, at last the button that makes the move", async () => {
  show(async () => []);
  await press('input[data-field="kind"][value="2"]');
  expect(shown).toEqual(["plain.field"]);
  await press('input[data-field="pot"][value="3"]');
  expect(shown.at(-1)).toContain("confirm");
});

test("half a choice is kept while there is nothing to choose, but not once it is not offered any more", async () => {
  const offer = show(async () => []);
  const held = () => [...document.querySelectorAll<HTMLInputElement>("input:checked")].map((each) => each.value);
  const pass = { text: "pass", phrase: { key: "toy.move.pass" } };
  offer([...moves, pass]);
  await press('input[value="lay"]');
  await press('input[data-field="kind"][value="2"]');
  offer([]);
  expect(document.querySelector("form, button")).toBeNull();
  offer([...moves, pass]);
  expect(held()).toEqual(["lay", "2"]);
  offer([pass]);
  offer([...moves, pass]);
  expect(held()).toEqual([]);
});
