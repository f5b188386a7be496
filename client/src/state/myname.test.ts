import { afterEach, expect, test, vi } from "vitest";

let taken = false; // whether the server takes the name
vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
  if (taken) return Promise.resolve(new Response('{"name":"Ada","tables":[]}'));
  if (init?.method !== "POST") return new Promise(() => undefined);
  return Promise.resolve(new Response('{"why":{"key":"error.name_invalid"}}', { status: 422 }));
});
const { house } = await import("./house.svelte");
const { myName } = await import("./myname.svelte");
afterEach(() => {
  house.me = null;
  taken = false;
  myName.left();
  myName.typed = "";
});

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

test("what was pressed before there was a name is done once it is given, and only the last of it", async () => {
  const done: string[] = [];
  await myName.first(() => done.push("first"));
  await myName.first(() => done.push("second"));
  expect(myName.attempt.why).toBe("name.missing");
  myName.typed = "Ada";
  expect(await myName.given()).toBe(false); // refused: it waits on
  expect(done).toEqual([]);
  taken = true;
  expect(await myName.given()).toBe(true);
  expect(done).toEqual(["second"]);
  await myName.given();
  expect(done).toEqual(["second"]);
});

test("what waited for a name is not done for who has left the form", async () => {
  const done: string[] = [];
  await myName.first(() => done.push("sat"));
  myName.left();
  taken = true;
  myName.typed = "Ada";
  expect(await myName.given()).toBe(true);
  expect(done).toEqual([]);
});
