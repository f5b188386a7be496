// How the client is built: into the server's static folder, with nothing inline (the server's CSP
// forbids it) and with a build id that page and server compare, so that a tab knows it is outdated.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { pieces } from "./chunks.ts";
import { shipping } from "./shipping.ts";

const STATIC = fileURLToPath(new URL("../src/potluck/web/static", import.meta.url));

// A small drawing costs less inside the script than the headers of an answer of its own.
const SMALL = 2_500; // bytes

// Tests that replace modules, load them anew at another address, or play with the one table that a page has.
const alone = readdirSync(new URL("src", import.meta.url), { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts") && /vi\.(mock|resetModules)\(|new Table\(/.test(readFileSync(new URL(file, import.meta.url), "utf8")));

const server = process.env.POTLUCK_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig(({ command }) => ({
  // Nobody knows under which path a proxy shows the house. The server puts in how far above a page's address it is.
  base: command === "build" ? "./" : "/",
  plugins: [svelte(), shipping(STATIC)],
  build: {
    outDir: STATIC,
    emptyOutDir: true,
    assetsInlineLimit: (path, content) => path.endsWith(".svg") && content.length < SMALL,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: pieces(), debugName: "pieces" }] } } },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/socket": { target: server, ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    projects: [
      // A page of its own for every file costs most of the time.
      { extends: true, test: { name: "shared", include: ["src/**/*.test.ts"], exclude: alone, isolate: false } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
}));
