// Into how many pieces the script is cut: one for each page and each board, and what several of them share in
// one piece, not in dozens, since every piece is an answer with headers of its own.
//
//   the first script   src/main.ts and what it needs; it waits for nothing
//   base               what draws every page, and whatever two pages share
//   table              the page of a table, and what boards share
//   one more for each other page and each board

import type { Rolldown } from "vite";

type Look = Rolldown.CodeSplittingNameFunction extends (id: string, context: infer C) => unknown ? C : never;

export const FIRST = /\/src\/main\.ts$/;
export const START = /\/src\/start\.ts$/;
export const PAGE = /\/src\/pages\/(\w+)\.svelte$/;
export const BOARD = /\/src\/games\/([^/]+)\/index\.ts$/;
export const TABLE = "TablePage";

/** Everything that is loaded as a whole and cannot run without a module, by what `import()` names. */
function roots(id: string, look: Look): string[] {
  const needing = new Set([id]);
  for (const each of needing) for (const importer of look.getModuleInfo(each)?.importers ?? []) needing.add(importer); // and so on: it grows meanwhile
  return [...needing].filter((each) => {
    const info = look.getModuleInfo(each);
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
  });
}

/** How the build names the piece that a module goes into; null leaves it with the one thing that needs it. */
export function pieces(): Rolldown.CodeSplittingNameFunction {
  return (id, look) => {
    const needed = roots(id, look);
    if (needed.some((each) => FIRST.test(each) || each.endsWith("/index.html"))) return null;
    const pages = needed.flatMap((each) => PAGE.exec(each)?.[1] ?? []);
    const boards = needed.filter((each) => BOARD.test(each));
    if (needed.some((each) => START.test(each)) || pages.length > 1) return "base";
    if (pages[0] === TABLE || boards.length > 1) return "table";
    return pages.length > 0 && boards.length > 0 ? "base" : null;
  };
}
