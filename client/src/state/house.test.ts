// The words of a page: which are asked for, when they change, what happens when they do not come.

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Answers by address; an address that is not here is not reached. */
let answers: Record<string, unknown>;
let asked: string[];
let held: Map<string, () => void>;

const HOUSE = { build: "dev", languages: ["en", "de"], games: [], limits: {}, words: { en: { toy: "e1" }, de: { toy: "d1" } } };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  localStorage.clear();
  localStorage.setItem("potluck.settings", JSON.stringify({ language: "en" }));
  asked = [];
  held = new Map();
  answers = {
    "/api/house": HOUSE,
    "/api/me": { name: null, tables: [] },
    "/api/words/en": { "lobby.title": "Lobby", "toy.name": "Toy" },
    "/api/words/de": { "lobby.title": "Halle", "toy.name": "Spielzeug" },
    "/api/words/en/toy/e1": { "toy.kind.0": "salt" },
    "/api/words/de/toy/d1": { "toy.kind.0": "Salz" },
  };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (held.has(path)) await new Promise<void>((go) => held.set(path, go));
    if (!(path in answers)) throw new TypeError("not reached");
    return new Response(JSON.stringify(answers[path]));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened() {
  const { house, t } = await import("./house.svelte");
  const { settings } = await import("./settings.svelte");
  await settled();
  return { house, t, settings };
}

async function settled(): Promise<void> {
  flushSync();
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

test("the lobby asks for the house's words and no game's", async () => {
  const { house, t } = await opened();
  expect(house.ready).toBe(true);
  expect(t("lobby.title")).toBe("Lobby");
  expect(document.documentElement.lang).toBe("en");
  expect(asked.sort()).toEqual(["/api/house", "/api/me", "/api/words/en"]);
  expect(house.has("toy")).toBe(false);
});

test("a table asks for its game's words, once", async () => {
  const { house, t } = await opened();
  asked = [];
  const came = Promise.all([house.need("toy"), house.need("toy")]);
  await settled();
  await came;
  expect(asked).toEqual(["/api/words/en/toy/e1"]);
  expect(t("toy.kind.0")).toBe("salt");
  expect(t("lobby.title")).toBe("Lobby");
  await house.need("toy");
  expect(asked).toHaveLength(1);
});

test("all words change their language at once", async () => {
  const { house, t, settings } = await opened();
  void house.need("toy");
  await settled();
  held.set("/api/words/de/toy/d1", () => undefined);
  settings.language = "de";
  await settled();
  expect([t("lobby.title"), t("toy.kind.0")]).toEqual(["Lobby", "salt"]);
  expect(document.documentElement.lang).toBe("en");
  held.get("/api/words/de/toy/d1")!();
  await settled();
  expect([t("lobby.title"), t("toy.kind.0")]).toEqual(["Halle", "Salz"]);
  expect(document.documentElement.lang).toBe("de");
});

test("words that do not come are asked for again, and the page stays as it was meanwhile", async () => {
  const { house, t, settings } = await opened();
  void house.need("toy");
  await settled();
  const { [`/api/words/de/toy/d1`]: late, ...rest } = answers;
  answers = rest;
  settings.language = "de";
  await settled();
  expect(house.failed).toEqual({ key: "house.unreached" });
  expect([t("lobby.title"), t("toy.kind.0")]).toEqual(["Lobby", "salt"]);
  answers = { ...rest, "/api/words/de/toy/d1": late };
  asked = [];
  await vi.advanceTimersByTimeAsync(5_000);
  flushSync();
  expect(asked).toEqual(["/api/words/de/toy/d1"]); // what had come is not asked for again
  expect(house.failed).toBeNull();
  expect(t("toy.kind.0")).toBe("Salz");
});

test("whoever waits for a game's words has them after any number of failures", async () => {
  const { house } = await opened();
  const { [`/api/words/en/toy/e1`]: late, ...rest } = answers;
  answers = rest;
  let came = false;
  void house.need("toy").then(() => (came = true));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(came).toBe(false);
  expect(house.failed).not.toBeNull();
  answers = { ...rest, "/api/words/en/toy/e1": late };
  dispatchEvent(new Event("online"));
  await settled();
  expect(came).toBe(true);
  expect(house.failed).toBeNull();
});

test("to need a game's words again begins nothing anew, not even where they failed", async () => {
  const { house } = await opened();
  const { [`/api/words/en/toy/e1`]: late, ...rest } = answers;
  answers = rest;
  asked = [];
  const first = house.need("toy");
  await settled();
  await vi.advanceTimersByTimeAsync(3_000);
  const others = [house.need("toy"), house.need("toy")];
  await settled();
  expect(asked).toEqual(["/api/words/en/toy/e1"]);
  answers = { ...rest, "/api/words/en/toy/e1": late };
  await vi.advanceTimersByTimeAsync(2_000); // five after it failed, however often it was needed since
  await Promise.all([first, ...others]);
  expect(asked).toHaveLength(2);
});

test("a language that was only passed through changes nothing", async () => {
  const { t, settings } = await opened();
  held.set("/api/words/de", () => undefined);
  settings.language = "de";
  await settled();
  settings.language = "en";
  await settled();
  held.get("/api/words/de")!();
  await settled();
  expect(t("lobby.title")).toBe("Lobby");
});

test("a game that the server no longer has is not waited for", async () => {
  const { house } = await opened();
  let came = false;
  void house.need("chess").then(() => (came = true));
  await settled();
  expect(came).toBe(true);
  expect(house.failed).toBeNull();
});

test("nothing at all comes: that is known, and tried again", async () => {
  const all = answers;
  answers = {};
  const { house } = await opened();
  expect(house.ready).toBe(false);
  expect(house.failed).not.toBeNull();
  answers = all;
  await vi.advanceTimersByTimeAsync(5_000);
  flushSync();
  expect(house.ready).toBe(true);
});
