import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Posted } from "./posted";

interface Asked {
  path: string;
  init: RequestInit;
  answer: (response: Response) => void;
  fail: () => void;
}

let asked: Asked[];
const waiting = () => new Promise((done) => setTimeout(done));
const of = (path: string) => asked.filter((each) => each.path === path);

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    return new Promise<Response>((answer, reject) => {
      const fail = () => reject(new TypeError("no network"));
      init.signal?.addEventListener("abort", fail);
      asked.push({ path, init, answer, fail });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function opened() {
  const line = new Posted(() => undefined);
  const heard: string[] = [];
  const closed = vi.fn();
  line.onmessage = (event) => heard.push(event.data);
  line.onclose = closed;
  line.onopen = () => line.send('{"t":"hello"}');
  of("/api/line")[0]!.answer(new Response('{"line":"L1"}'));
  await waiting();
  return { line, heard, closed };
}

test("it opens by POST, says who it is in a header and asks for what there is to hear", async () => {
  const { heard } = await opened();
  expect(of("/api/line")[0]!.init).toMatchObject({ method: "POST", headers: { "X-Potluck": "1" } });
  expect(of("/api/line/said")[0]!.init).toMatchObject({ body: '{"t":"hello"}', headers: { Authorization: "line L1" } });
  of("/api/line/heard")[0]!.answer(new Response('{"t":"welcome"}\n{"t":"ping"}'));
  await waiting();
  expect(heard).toEqual(['{"t":"welcome"}', '{"t":"ping"}']);
  of("/api/line/heard")[1]!.answer(new Response(""));
  await waiting();
  expect(heard).toHaveLength(2);
  expect(of("/api/line/heard")).toHaveLength(3);
});

test("what is said while something is on its way goes together, in its order", async () => {
  const { line } = await opened();
  line.send("1");
  line.send("2");
  line.send("x".repeat(20_000));
  line.send("4");
  expect(of("/api/line/said")).toHaveLength(1);
  for (let number = 0; number < 4; number += 1) {
    of("/api/line/said")[number]?.answer(new Response(null, { status: 204 }));
    await waiting();
  }
  expect(of("/api/line/said").map((each) => String(each.init.body).slice(0, 9))).toEqual(['{"t":"hel', "1\n2", "xxxxxxxxx", "4"]);
});

test("whatever fails ends it, once", async () => {
  const { line, closed } = await opened();
  of("/api/line/said")[0]!.fail();
  await waiting();
  expect(closed).toHaveBeenCalledTimes(1);
  expect(line.over.aborted).toBe(true);
  await waiting();
  expect(closed).toHaveBeenCalledTimes(1);
});

test("a page that is left says so and hears no more", async () => {
  const { line, heard, closed } = await opened();
  line.close();
  await waiting();
  expect(of("/api/line/closed")[0]!.init).toMatchObject({ keepalive: true, headers: { Authorization: "line L1" } });
  expect(heard).toEqual([]);
  expect(closed).not.toHaveBeenCalled();
});

test("a page that is left before it is answered says so then", async () => {
  const line = new Posted(() => undefined);
  line.close();
  of("/api/line")[0]!.answer(new Response('{"line":"L2"}'));
  await waiting();
  expect(of("/api/line/closed")[0]!.init).toMatchObject({ headers: { Authorization: "line L2" } });
  expect(of("/api/line/heard")).toEqual([]);
});

test("a refusal that no trying again mends is final; others are a lost line", async () => {
  for (const [status, final] of [[403, true], [421, true], [429, false], [502, false]] as const) {
    asked = [];
    const line = new Posted(() => undefined);
    const heard: string[] = [];
    line.onmessage = (event) => heard.push(event.data);
    const closed = (line.onclose = vi.fn());
    of("/api/line")[0]!.answer(new Response('{"why":{"key":"error.origin_foreign","args":{}}}', { status }));
    await waiting();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(heard.map((each) => JSON.parse(each))).toMatchObject(final ? [{ t: "refused", final: true, why: { key: "error.origin_foreign" } }] : []);
  }
});
