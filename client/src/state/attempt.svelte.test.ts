import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { Refusal } = await import("../net/api");
const { Attempt } = await import("./attempt.svelte");
const { house } = await import("./house.svelte");

beforeEach(() => (house.catalogue = { "error.full": "The table is full.", "house.unreached": "Not reached." }));
afterEach(() => (house.catalogue = {}));

test("one at a time: what is asked for meanwhile is not done", async () => {
  const attempt = new Attempt();
  let end = () => undefined as void;
  const first = attempt.run(() => new Promise<void>((done) => (end = done)));
  const second = vi.fn(async () => undefined);
  await attempt.run(second);
  expect([attempt.sending, second.mock.calls.length]).toEqual([true, 0]);
  end();
  await first;
  await attempt.run(second);
  expect([attempt.sending, second.mock.calls.length]).toEqual([false, 1]);
});

test("what is put next waits for what is on its way, and its turn", async () => {
  const attempt = new Attempt();
  const done: string[] = [];
  let end = () => undefined as void;
  void attempt.run(() => new Promise<void>((over) => (end = over)));
  const both = Promise.all(["second", "third"].map((each) => attempt.next(async () => done.push(each))));
  expect(done).toEqual([]);
  end();
  await both;
  expect([done, attempt.sending]).toEqual([["second", "third"], false]);
});

test("it says why it came to nothing until it works, in the language of the moment", async () => {
  const attempt = new Attempt();
  const refused = () => Promise.reject(new Refusal({ key: "error.full" }, 409));
  await attempt.run(refused);
  expect([attempt.why, attempt.sending]).toEqual(["The table is full.", false]);
  house.catalogue = { "error.full": "Der Tisch ist voll." };
  expect(attempt.why).toBe("Der Tisch ist voll.");
  await attempt.run(async () => undefined);
  expect(attempt.why).toBeNull();
});

test("whatever else is thrown counts as a server that was not reached", async () => {
  const attempt = new Attempt();
  await attempt.run(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(attempt.why).toBe("Not reached.");
});
