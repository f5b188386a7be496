// @vitest-environment node
// Into which piece of the script a module goes.

import { expect, test } from "vitest";

import { pieces } from "../chunks";

type Look = Parameters<ReturnType<typeof pieces>>[1];

const PAGE = "/src/pages/TablePage.svelte";
const BOARD = "/src/games/toy/index.ts";
const START = "/src/start.ts";

/** A build in which modules are imported by those named; pages, boards and the start by `import()`. */
function build(importers: Record<string, string[]>): (id: string) => ReturnType<ReturnType<typeof pieces>> {
  const name = pieces();
  const look = {
    getModuleInfo: (id: string) => ({ isEntry: false, importers: importers[id] ?? [], dynamicImporters: id in importers ? [] : ["/src/parts.ts"] }),
  } as unknown as Look;
  return (id) => name(id, look);
}

test("a module goes with what needs it", () => {
  const piece = build({ chat: [PAGE], both: [PAGE, START], kit: [BOARD, "/src/games/other/index.ts"], rules: [BOARD, PAGE], own: [BOARD] });
  expect(["chat", "both", "kit", "rules", "own"].map(piece)).toEqual(["table", "base", "table", "table", null]);
});

test("modules that need each other are needed by the same, in whatever order they are asked about", () => {
  const ring = { one: ["two", PAGE], two: ["one"], three: ["two", START] };
  expect(["one", "two", "three"].map(build(ring))).toEqual(["table", "table", "base"]);
  expect(["three", "two", "one"].map(build(ring))).toEqual(["base", "table", "table"]);
});
