import { createRawSnippet, flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { Refusal } = await import("../net/api");
const { house } = await import("../state/house.svelte");
const { default: Sure } = await import("./Sure.svelte");

const scrolled = (HTMLElement.prototype.scrollIntoView = vi.fn()); // jsdom has none, another file its own
const work = vi.fn(async () => undefined as unknown);
let app: ReturnType<typeof mount>;
beforeEach(() => {
  house.catalogue = { "error.full": "The table is full." };
  const children = createRawSnippet(() => ({ render: () => "<span>End it</span>" }));
  app = mount(Sure, { target: document.body, props: { step: "close", question: "It ends.", yes: "Yes", no: "No", work, children } });
  flushSync();
});
afterEach(() => {
  void unmount(app);
  work.mockReset();
});
const words = () => document.querySelector(".sure")?.textContent?.replace(/\s+/g, " ").trim();
async function press(words: string): Promise<void> {
  [...document.querySelectorAll("button")].find((each) => each.textContent === words)!.click();
  await tick();
  await tick();
}

test("it asks first, and a key pressed twice changes nothing", async () => {
  expect(words()).toBe("End it");
  await press("End it");
  expect(words()).toBe("It ends. Yes No");
  expect(document.activeElement?.textContent).toBe("No");
  await press("No");
  expect(words()).toBe("End it");
  expect(document.activeElement?.textContent).toBe("End it");
  expect(work).not.toHaveBeenCalled();
});

test("what was refused is said, and can be tried again", async () => {
  work.mockRejectedValueOnce(new Refusal({ key: "error.full" }, 409));
  await press("End it");
  await press("Yes");
  await vi.waitFor(() => expect(words()).toBe("It ends. Yes No The table is full."));
  expect(scrolled.mock.contexts).toEqual([document.querySelector("[role=alert]")]);
  await press("Yes");
  await vi.waitFor(() => expect(words()).toBe("End it"));
  expect(work).toHaveBeenCalledTimes(2);
});
