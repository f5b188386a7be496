// What the build does to its files before the server has them: preloads into the page, a compressed sibling
// beside every text, an id of the whole, and shipped.json, which tells the server of all that
// (src/potluck/web/built.py reads it).

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

import { BOARD, PAGE, START, TABLE } from "./chunks.ts";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What is drawn before anybody has done anything. Everything else of a font is fetched when it is met. */
const FIRST_FONTS = [/fraunces-latin-600-normal.*\.woff2$/, /atkinson-hyperlegible-next-latin-wght-normal.*\.woff2$/];
// The pages by the first part of their addresses, as src/routes.ts has them.
const PAGES: Record<string, string> = { "": "Lobby", new: "NewTable", t: TABLE, seat: "SeatLink", about: "About" };

const TEXTS = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const OWN = ["shipped.json", "build.txt"]; // for the server, not for browsers

interface Preload {
  modules: string[];
  styles: string[];
}

interface Sibling {
  of: string;
  forms: Record<string, string>;
}

/** The chunk that a module went into; several may be asked for by one pattern. */
function chunksOf(bundle: Bundle, pattern: RegExp): Map<string, Chunk> {
  const found = new Map<string, Chunk>();
  for (const each of Object.values(bundle)) {
    if (each.type !== "chunk") continue;
    for (const id of each.moduleIds) {
      const named = pattern.exec(id);
      if (named) found.set(named[1] ?? "", each);
    }
  }
  return found;
}

/** A chunk and all it cannot run without. */
function closure(bundle: Bundle, chunk: Chunk | undefined, found = new Set<Chunk>()): Set<Chunk> {
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === "chunk") closure(bundle, next, found);
  }
  return found;
}

/** The files of some chunks, without those that are on the page already. */
function preload(chunks: Iterable<Chunk>, without: ReadonlySet<Chunk>): Preload {
  const left = [...chunks].filter((each) => !without.has(each));
  const styles = (each: Chunk) => [...(each.viteMetadata?.importedCss ?? [])];
  const had = new Set([...without].flatMap(styles));
  return {
    modules: left.map((each) => each.fileName).sort(),
    styles: [...new Set(left.flatMap(styles))].filter((each) => !had.has(each)).sort(),
  };
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => relative(folder, join(folder, name)).split(sep).join("/"))
    .sort();
}

const sha256 = (body: Buffer) => createHash("sha256").update(body).digest("hex");

/** The same bytes whenever and wherever they are made. */
function compressed(body: Buffer): Record<string, Buffer> {
  const gz = gzipSync(body, { level: 9 });
  gz[9] = 255; // which system made it: "unknown"
  const br = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
  return { br, gz };
}

/** Names the build after its assets: `build.txt` for the server, `<meta name="build">` for the page. */
function name(folder: string): void {
  const hash = createHash("sha256");
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).sort()) {
    hash.update(name);
    hash.update(readFileSync(join(assets, name)));
  }
  const id = hash.digest("hex").slice(0, 16);
  const page = join(folder, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace('name="build" content="dev"', `name="build" content="${id}"`));
  writeFileSync(join(folder, "build.txt"), `${id}\n`);
}

/** Puts the siblings beside their files; one that would not be smaller is left out. */
function compress(folder: string): Record<string, Sibling> {
  const ledger: Record<string, Sibling> = {};
  for (const name of files(folder)) {
    if (!TEXTS.test(name) || OWN.includes(name)) continue;
    const body = readFileSync(join(folder, name));
    const forms: Record<string, string> = {};
    for (const [ending, form] of Object.entries(compressed(body))) {
      if (form.length >= body.length) continue;
      writeFileSync(join(folder, `${name}.${ending}`), form);
      forms[ending] = sha256(form);
    }
    ledger[name] = { of: sha256(body), forms };
  }
  return ledger;
}

export function shipping(folder: string): Plugin {
  const pages: Record<string, Preload> = {};
  const boards: Record<string, Preload> = {};
  return {
    name: "potluck-shipping",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle, chunk }) {
        if (!bundle || !chunk) return [];
        const first = closure(bundle, chunk as Chunk);
        if (first.size > 1) throw new Error(`the first script waits for ${[...first].map((each) => each.fileName).join(", ")}`);
        const page = closure(bundle, chunksOf(bundle, START).get(""), new Set(first));
        const parts = chunksOf(bundle, PAGE);
        for (const [address, name] of Object.entries(PAGES)) {
          const part = parts.get(name);
          if (!part) throw new Error(`there is no page ${name}`);
          pages[address] = preload(closure(bundle, part), page);
        }
        const table = closure(bundle, parts.get(TABLE));
        for (const [game, board] of chunksOf(bundle, BOARD)) {
          boards[game] = preload(closure(bundle, board), new Set([...page, ...table]));
        }
        const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({ tag: "link", attrs, injectTo: "head" });
        const { modules, styles } = preload(page, first);
        const fonts = FIRST_FONTS.map((font) => {
          const found = Object.keys(bundle).find((name) => font.test(name));
          if (!found) throw new Error(`there is no font ${font}`);
          return found;
        });
        return [
          { tag: "meta", attrs: { name: "base", content: "./" }, injectTo: "head" },
          ...modules.map((name) => link({ rel: "modulepreload", crossorigin: true, href: `./${name}` })),
          ...styles.map((name) => link({ rel: "stylesheet", crossorigin: true, href: `./${name}` })),
          ...fonts.map((name) => link({ rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `./${name}` })),
        ];
      },
    },
    writeBundle() {
      name(folder);
      const shipped = { compressed: compress(folder), pages, boards };
      writeFileSync(join(folder, "shipped.json"), `${JSON.stringify(shipped, null, 1)}\n`);
    },
  };
}
