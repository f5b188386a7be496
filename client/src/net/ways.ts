// Which way to the server: a socket where one opens, else requests. What blocks sockets (a proxy that nobody
// told of them, the network of an office) may end, so they are tried again now and then.

import { connected, openedAhead } from "./first";
import { type Socket, WELCOME_WAIT } from "./line";
import { Posted } from "./posted";

const TRIES = 2; // sockets in a row that come to nothing before we go the other way
export const LOOK = 10_000; // ms on the slow way before a socket is tried again; doubles
const LONGEST_LOOK = 300_000;

let failed = 0; // sockets in a row of which nothing came
let slow = false; // the other way is known to work

/** A line to the server, the best way that is known; the socket that was opened ahead, if it still serves. */
export function openSocket(): Socket {
  const first = openedAhead();
  if (first && first.readyState <= WebSocket.OPEN) {
    // It may have opened before anybody listened.
    if (first.readyState === WebSocket.OPEN) queueMicrotask(() => first.onopen?.(new Event("open")));
    return watched(first);
  }
  if (first) failed += 1;
  if (!slow && failed < TRIES) return watched(connected());
  // Should that come to nothing either, it was not the sockets.
  failed = 0;
  slow = false;
  const line = new Posted(() => (slow = true));
  look(line, LOOK);
  return line;
}

/** A new socket; what becomes of it is remembered. */
function watched(made: WebSocket): WebSocket {
  const began = Date.now();
  const close = made.close.bind(made);
  let over = false;
  const failing = (times: number) => {
    if (!over) failed += times;
    over = true;
  };
  made.addEventListener("message", () => {
    over = true;
    failed = 0;
  });
  made.addEventListener("close", () => failing(1));
  made.close = () => {
    // One that says nothing for so long says it clearly enough.
    failing(Date.now() - began >= WELCOME_WAIT ? TRIES : 0);
    close();
  };
  return made;
}

/** Try a socket after a while, and again, as long as the slow line lasts. */
function look(line: Posted, wait: number): void {
  const timer = setTimeout(() => {
    const probe = watched(connected());
    const leave = () => probe.close();
    line.over.addEventListener("abort", leave);
    probe.addEventListener("message", () => {
      slow = false;
      line.onbetter?.();
    }, { once: true });
    probe.addEventListener("close", () => {
      line.over.removeEventListener("abort", leave);
      if (!line.over.aborted) look(line, Math.min(LONGEST_LOOK, wait * 2));
    });
  }, wait);
  line.over.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
