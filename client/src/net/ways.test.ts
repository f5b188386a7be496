import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";

import { WELCOME_WAIT, type Socket } from "./line";

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  constructor(readonly address: string) {
    super();
    FakeSocket.made.push(this);
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
  /** The network ends it. */
  fail(): void {
    this.dispatchEvent(new Event("close"));
  }
  hear(): void {
    this.dispatchEvent(new MessageEvent("message", { data: '{"t":"ping"}' }));
  }
}

let answers: boolean; // HTTP works
let ahead: MockInstance<() => WebSocket | null>;
let waysOf: typeof import("./ways");
const isSlow = (line: Socket): boolean => line.slow === true;
const last = () => FakeSocket.made.at(-1)!;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.resetModules();
  FakeSocket.made = [];
  answers = true;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (!answers) return Promise.reject(new TypeError("no network"));
    if (path === "/api/line") return Promise.resolve(new Response('{"line":"L"}'));
    if (path !== "/api/line/heard") return Promise.resolve(new Response(null, { status: 204 }));
    return new Promise((_, reject) => init.signal?.addEventListener("abort", () => reject(new DOMException("left", "AbortError"))));
  });
  const first = await import("./first");
  ahead = vi.spyOn(first, "openedAhead").mockReturnValue(null);
  waysOf = await import("./ways");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A line by requests, after sockets have failed. */
async function slowly(): Promise<Socket> {
  for (let times = 0; times < 2; times += 1) {
    waysOf.openSocket();
    last().fail();
  }
  const line = waysOf.openSocket();
  await vi.advanceTimersByTimeAsync(0);
  expect(isSlow(line)).toBe(true);
  return line;
}

const early = (readyState: number) => {
  const socket = new FakeSocket("ahead");
  socket.readyState = readyState;
  ahead.mockReturnValueOnce(socket as unknown as WebSocket);
  return socket as unknown as WebSocket;
};

test("the socket that was opened ahead is used; who comes late is told that it is open", async () => {
  const socket = early(1);
  const line = waysOf.openSocket();
  expect(line).toBe(socket);
  const opened = (line.onopen = vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveBeenCalledTimes(1);
});

test("one that has died meanwhile is not, and is the first that failed", () => {
  const socket = early(3);
  const line = waysOf.openSocket();
  expect(line).not.toBe(socket);
  expect(isSlow(line)).toBe(false);
  last().fail();
  expect(isSlow(waysOf.openSocket())).toBe(true);
});

test("one socket that fails is a blink; two in a row are another way", async () => {
  expect(isSlow(waysOf.openSocket())).toBe(false);
  last().fail();
  expect(isSlow(waysOf.openSocket())).toBe(false);
  last().fail();
  expect(isSlow(waysOf.openSocket())).toBe(true);
});

test("a socket that was heard and then lost says nothing about sockets", () => {
  for (let times = 0; times < 5; times += 1) {
    const line = waysOf.openSocket();
    expect(isSlow(line)).toBe(false);
    last().hear();
    last().fail();
  }
});

test("a socket of which nothing comes for long enough is enough; one that we leave early is nothing", () => {
  for (let times = 0; times < 5; times += 1) waysOf.openSocket().close();
  const line = waysOf.openSocket();
  expect(isSlow(line)).toBe(false);
  vi.advanceTimersByTime(WELCOME_WAIT);
  line.close();
  expect(isSlow(waysOf.openSocket())).toBe(true);
});

test("where neither works it is the server that is gone, and sockets are tried again", async () => {
  await slowly();
  answers = false;
  const failing = waysOf.openSocket();
  await vi.advanceTimersByTimeAsync(0);
  expect(isSlow(failing)).toBe(true);
  expect(isSlow(waysOf.openSocket())).toBe(false);
});

test("where the slow way works it is gone at once the next time", async () => {
  (await slowly()).close();
  expect(isSlow(waysOf.openSocket())).toBe(true);
});

test("sockets are tried again now and then, and used as soon as one says something", async () => {
  const line = await slowly();
  const better = vi.fn(() => line.close());
  line.onbetter = better;
  const before = FakeSocket.made.length;
  await vi.advanceTimersByTimeAsync(waysOf.LOOK);
  expect(FakeSocket.made).toHaveLength(before + 1);
  last().fail();
  await vi.advanceTimersByTimeAsync(waysOf.LOOK);
  expect(FakeSocket.made).toHaveLength(before + 1);
  await vi.advanceTimersByTimeAsync(waysOf.LOOK);
  expect(FakeSocket.made).toHaveLength(before + 2);
  expect(better).not.toHaveBeenCalled();
  last().hear();
  expect(better).toHaveBeenCalledTimes(1);
  expect(last().readyState).toBe(3); // it only looked
  expect(isSlow(waysOf.openSocket())).toBe(false);
});

test("a page that is left looks no more", async () => {
  const line = await slowly();
  line.close();
  const before = FakeSocket.made.length;
  await vi.advanceTimersByTimeAsync(waysOf.LOOK * 100);
  expect(FakeSocket.made).toHaveLength(before);
});
