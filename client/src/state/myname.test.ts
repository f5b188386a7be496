import { afterEach, expect, test, vi } from "vitest";

vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
  if (init?.method !== "POST") return new Promise(() => undefined);
  return Promise.resolve(new Response('{"why":{"key":"error.name_invalid"}}', { status: 422 }));
});
const { house } = await import("./house.svelte");
const { myName } = await import("./myname.svelte");
afterEach(() => (house.me = null));

test("who gives up a name that was refused keeps the one they have, and goes on with it", async () => {
  house.me = { name: "Ada", tables: [] };
  myName.change();
  myName.typed = "Bo";
  expect(await myName.settle()).toBe(false);
  expect(myName.attempt.why).toBe("error.name_invalid");
  myName.changing = false; // as Escape does
  expect(await myName.settle()).toBe(true);
  expect(myName.attempt.why).toBeNull();
});
