// The first script: what a page says when the rest cannot draw it.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("./net/first", () => ({ begin: () => undefined }));
const drawn = vi.fn();
vi.mock("./App.svelte", () => ({ default: () => drawn() }));

beforeEach(() => {
  vi.resetModules();
  localStorage.setItem("potluck.settings", JSON.stringify({ language: "de" }));
  document.body.innerHTML = "<div id='app'>coming</div>";
  Object.defineProperty(document, "fonts", { configurable: true, value: { load: async () => [] } });
});
afterEach(() => {
  drawn.mockReset();
  Reflect.deleteProperty(document, "fonts");
  document.body.replaceChildren();
  localStorage.clear();
});

const PATIENCE = 10_000; // ms; the first import takes a while beside other tests

test("what comes is drawn in place of what stood there meanwhile", { timeout: 2 * PATIENCE }, async () => {
  await import("./main");
  await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), PATIENCE);
  expect(document.body.textContent).toBe("");
});

test("what breaks while it is drawn leaves a sentence and a button, not a blank page", { timeout: 2 * PATIENCE }, async () => {
  drawn.mockImplementation(() => {
    throw new Error("broken");
  });
  await import("./main");
  await vi.waitFor(() => expect(document.querySelector("h1")?.textContent).toContain("Küche"), PATIENCE);
  expect(document.querySelector("button")?.textContent).toBe("Nochmal versuchen");
});
