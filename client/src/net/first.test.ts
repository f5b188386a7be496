import { afterEach, beforeEach, expect, test, vi } from "vitest";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  onopen: ((event: unknown) => void) | null = null;
  constructor(readonly address: string) {
    FakeSocket.made.push(this);
  }
}

let asked: string[];

beforeEach(() => {
  vi.resetModules();
  FakeSocket.made = [];
  asked = [];
  localStorage.setItem("potluck.settings", JSON.stringify({ language: "de" }));
  document.head.innerHTML = "";
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(path === "/api/house" ? { words: { de: { toy: "d1" } } } : { path }));
  });
});

afterEach(() => vi.unstubAllGlobals());

async function began(path: string) {
  history.replaceState(null, "", path);
  const first = await import("./first");
  const { api } = await import("./api");
  first.begin();
  await vi.waitFor(() => expect(asked).toContain("/api/house"));
  await new Promise((done) => setTimeout(done));
  return { ...first, api };
}

test("the lobby asks for what every page needs, each once", async () => {
  const { api } = await began("/");
  expect(asked.sort()).toEqual(["/api/house", "/api/me", "/api/words/de"]);
  expect(FakeSocket.made).toEqual([]);
  expect(await api.words("de")).toEqual({ path: "/api/words/de" });
  expect(asked).toHaveLength(3);
  await api.words("de");
  expect(asked).toHaveLength(4); // an answer is given once
});

test("a table opens its line and asks for the words of the game that its page names", async () => {
  document.head.innerHTML = '<meta name="game" content="toy">';
  const { openedAhead } = await began("/t/abcde");
  expect(asked).toContain("/api/words/de/toy/d1");
  expect(FakeSocket.made).toHaveLength(1);
  expect(openedAhead()).toBe(FakeSocket.made[0]);
  expect(openedAhead()).toBeNull(); // it is used once
});

test("a page that names no game, or one without words, waits for nothing more", async () => {
  document.head.innerHTML = '<meta name="game" content="chess">';
  await began("/t/abcde");
  expect(asked.filter((path) => path.includes("chess"))).toEqual([]);
});
