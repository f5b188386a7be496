// How the client is built: into the server's static folder, with nothing inline (the server's CSP
// forbids it) and with a build id that page and server compare, so that a tab knows it is outdated.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const STATIC = fileURLToPath(new URL("../src/potluck/web/static", import.meta.url));

/** Names the build after its assets: `build.txt` for the server, `<meta name="build">` for the page. */
function buildId(): Plugin {
  return {
    name: "potluck-build-id",
    apply: "build",
    closeBundle() {
      const hash = createHash("sha256");
      const assets = join(STATIC, "assets");
      for (const name of readdirSync(assets).sort()) {
        hash.update(name);
        hash.update(readFileSync(join(assets, name)));
      }
      const id = hash.digest("hex").slice(0, 16);
      const page = join(STATIC, "index.html");
      writeFileSync(page, readFileSync(page, "utf8").replace('name="build" content="dev"', `name="build" content="${id}"`));
      writeFileSync(join(STATIC, "build.txt"), `${id}\n`);
    },
  };
}

const server = process.env.POTLUCK_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), buildId()],
  build: {
    outDir: STATIC,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/socket": { target: server, ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
});
