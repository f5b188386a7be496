import { afterEach, expect, test, vi } from "vitest";

afterEach(() => (document.head.innerHTML = ""));

async function at(path: string, up: string | null) {
  vi.resetModules();
  document.head.innerHTML = up === null ? "" : `<meta name="base" content="${up}">`;
  history.replaceState(null, "", path);
  return { ...(await import("./base")), ...(await import("../routes")) };
}

test("by itself the house is at the root", async () => {
  const { base, under, within } = await at("/t/abc", null);
  expect([base, under("/about"), within("/t/abc")]).toEqual(["/", "/about", "/t/abc"]);
});

test("how far above the page's address the house is tells where it is", async () => {
  for (const [path, up] of [["/potluck/", "./"], ["/potluck/t/abc", "../"], ["/potluck/t/abc/", "../../"]] as const) {
    const { base, under, within } = await at(path, up);
    expect([base, under("/"), under("/about"), within("/potluck/t/abc")]).toEqual(["/potluck/", "/potluck/", "/potluck/about", "/t/abc"]);
  }
});

test("links to what else is under the same name are not ours to follow", async () => {
  const { home, inside } = await at("/potluck/", "./");
  const link = (href: string) => Object.assign(document.createElement("a"), { href });
  expect(inside(link("/potluck/t/abc"), home)).toBe(true);
  expect(inside(link("/potluck/api/tables/x/record"), home)).toBe(false);
  expect(inside(link("/t/abc"), home)).toBe(false);
  expect(inside(link("/potlucky/"), home)).toBe(false);
});

test("no component takes the root for the house", () => {
  const sources = import.meta.glob("../**/*.svelte", { query: "?raw", import: "default", eager: true });
  const rooted = Object.entries(sources).filter(([, text]) => /(href|src|action)=("|'|\{[`"'])\//.test(String(text)));
  expect(rooted.map(([name]) => name)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(20);
});
