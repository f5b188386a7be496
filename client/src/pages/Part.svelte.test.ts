import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import type { Route } from "../routes";

let answered: (anew: boolean) => void = () => undefined;
vi.mock("./parts", () => ({
  load: () => Promise.reject(new TypeError("no network")),
  onlyAnew: () => new Promise<boolean>((answer) => (answered = answer)),
  page: () => null,
}));
vi.stubGlobal("fetch", () => new Promise(() => undefined)); // no server
const { default: Part } = await import("./Part.svelte");

let app: ReturnType<typeof mount>;
afterEach(() => {
  void unmount(app);
  vi.useRealTimers();
});

test("what is found out about a page that was left changes nothing on the one that is shown", async () => {
  vi.useFakeTimers();
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  };
  const props = $state<{ route: Route }>({ route: { page: "about" } });
  app = mount(Part, { target: document.body, props });
  await pass(0);
  await pass(5_000); // it has failed twice: could it be had anew?
  props.route = { page: "lobby" };
  await pass(0);
  expect(document.body.textContent).toContain("house.part_failed");
  answered(false);
  await pass(0);
  expect(document.body.textContent).toContain("house.part_failed");
});
