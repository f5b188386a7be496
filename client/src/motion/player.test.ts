import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Event, Look } from "../wire";
import type { Beat, Moment, Pace } from "./moment";
import { PAUSE, Player, READ, reading } from "./player";

let moments: Moment[];
let upto: number[];
let seen: boolean;
let speed: number;
let player: Player;

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000 });
  moments = [];
  upto = [];
  seen = true;
  speed = 1;
  player = new Player({
    show: (moment) => moments.push(moment),
    shown: (count) => upto.push(count),
    watching: () => seen,
    viewer: () => ({ seat: 0, speed }),
  });
});
afterEach(() => vi.useRealTimers());

/** "slow…" is seen 100 ms, "held…" too and the view waits for it, "late…" begins 50 ms late; all else goes with what follows. */
const BEATS: Record<string, Beat> = { slow: { seen: 100 }, held: { seen: 100, holds: true }, late: { before: 50, seen: 100 } };
BEATS.verdict = { seen: 100, holds: true, reads: true };
const pace: Pace = ({ key }) => BEATS[key.replace(/[\d.]+$/, "")] ?? { seen: 0 };

const look = (version: number, first: number, events: (Event | null)[]): Look => ({
  version,
  view: { seat: 0, seats: 2, waiting: [0], scores: [version, 0], places: null },
  legal: [{ text: `move${version}`, phrase: { key: "m" } }],
  hints: null,
  prompt: { key: "p" },
  first,
  events,
  undo: null,
  sections: null,
});
const kept = (version: number, ...keys: string[]) => look(version, version * 10, keys.map((key) => ({ key })));
const once = (version: number, first: number, ...keys: string[]) => look(version, first, keys.map((key) => ({ key, once: true })));

/** Each moment as "version[-] fresh words", "-" while it is behind; moments at rest are left out. */
const told = () =>
  moments.filter((each, at) => each.fresh.length > 0 || each.look.version !== moments[at - 1]?.look.version || each.behind).map(
    (each) => `${each.look.version}${each.behind ? "-" : ""} ${each.fresh.map((event) => event.key).join(" ")}`.trim(),
  );
const last = () => moments.at(-1)!;
const pass = (ms: number) => vi.advanceTimersByTime(ms);

// ---- steps, where no board says how long ---------------------------------------------------------

test("the first look is shown at once, the next after the pause", () => {
  player.add(kept(1, "a"));
  player.add(kept(2, "b"));
  expect(told()).toEqual(["1 a"]);
  pass(PAUSE - 1);
  expect(told()).toEqual(["1 a"]);
  pass(1);
  expect(told()).toEqual(["1 a", "2 b"]);
});

test("a look in which nothing happened needs no pause after it", () => {
  player.add(kept(1));
  player.add(kept(2, "b"));
  expect(told()).toEqual(["1", "2 b"]);
});

test("the reader's own move shows everything at once, in one step, with every event in order", () => {
  player.add(kept(1, "a"));
  player.add(kept(2, "b"));
  player.add(kept(3, "c"), true);
  expect(told()).toEqual(["1 a", "3 b c"]);
});

test("a long queue is folded; no event is lost", () => {
  for (let at = 1; at <= 20; at++) player.add(kept(at, `e${at}`));
  pass(20 * PAUSE);
  expect(told().length).toBeLessThanOrEqual(6);
  expect(last().look.version).toBe(20);
  expect(moments.flatMap((each) => each.fresh).map((event) => event.key)).toEqual(Array.from({ length: 20 }, (_, at) => `e${at + 1}`));
});

test("without motion nothing waits", () => {
  player.begin(pace);
  player.add(kept(1));
  speed = 0;
  player.add(kept(2, "slow"));
  player.add(kept(3, "held"));
  expect(told()).toEqual(["1", "2 slow", "3 held"]);
  expect(last().speed).toBe(0);
});

test("what has to be read takes its time without motion, too; all else is there with it", () => {
  player.begin(pace);
  player.add(kept(1));
  speed = 0;
  player.add(kept(2, "slow", "verdict", "held", "slow2"));
  expect(told()).toEqual(["1", "1- slow verdict"]);
  expect(last()).toMatchObject({ behind: true, told: [{ key: "verdict" }] });
  pass(99);
  expect(last().behind).toBe(true);
  pass(1);
  expect(told()).toEqual(["1", "1- slow verdict", "2 held slow2"]);
  expect(last()).toMatchObject({ behind: false, told: [] });
});

test("what has to be read is not hurried by what waits, but by who acts", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held", "verdict"));
  player.add(kept(3, "a"));
  pass(100);
  expect(last().told.map((event) => event.key)).toEqual(["verdict"]);
  pass(99);
  expect(last().told.map((event) => event.key)).toEqual(["verdict"]);
  player.hurry();
  expect(last()).toMatchObject({ behind: false, look: { version: 3 }, told: [] });
});

test("on the way to a view it is said what happens; what was read stays until the view is there", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held1", "verdict1", "a", "held2", "verdict2", "held3"));
  const said = () => last().said.map((event) => event.key);
  expect(said()).toEqual(["held1"]);
  for (const expected of ["verdict1", "verdict1", "verdict2", "verdict2"]) {
    pass(100);
    expect(said()).toEqual([expected]);
  }
  pass(100);
  expect(last()).toMatchObject({ behind: false, said: [] });
});

test("words that are told once are said for their time alone", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(look(2, 0, [{ key: "verdict", once: true }, { key: "held" }]));
  expect(last().said).toEqual([{ key: "verdict", once: true }]);
  pass(100);
  expect(last().said).toEqual([{ key: "held" }]);
});

test("clear forgets what waits and what stood there", () => {
  player.begin(pace);
  player.add(kept(1, "a"));
  player.add(kept(2, "b"));
  player.clear();
  pass(10 * PAUSE);
  expect(told()).toEqual(["1 a"]);
  player.add(once(5, 3, "slow1", "slow2"));
  expect(told()).toEqual(["1 a", "5- slow1"]);
  expect(last().blank).toBe(true);
});

test("what the table is on its way to is told to who adds it, without its events", () => {
  player.add(kept(1, "a"));
  const reached = player.add(kept(2, "b"));
  expect(reached).toMatchObject({ version: 2, events: [] });
  pass(PAUSE);
  expect(last().look).toBe(reached);
});

// ---- events, where a board says how long ---------------------------------------------------------

test("every event has its time; the view comes with the last one, and only then may one move", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "slow1", "a", "slow2", "b"));
  expect(told()).toEqual(["1", "1- slow1"]);
  expect(last()).toMatchObject({ behind: true, blank: false, look: { legal: [] }, next: { scores: [2, 0] } });
  pass(100);
  expect(told().at(-1)).toBe("1- a slow2");
  expect(last().events.map((event) => event.key)).toEqual(["slow1", "a", "slow2"]);
  pass(100);
  expect(told()).toEqual(["1", "1- slow1", "1- a slow2", "2 b"]);
  expect(last()).toMatchObject({ behind: false, next: null, events: [], look: { legal: [{ text: "move2" }] } });
});

test("one may move while the last event is still seen; when it is over, nothing of the step stands there", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "a", "slow"));
  expect(last()).toMatchObject({ behind: false, events: [{ key: "a" }, { key: "slow" }], fresh: [{ key: "a" }, { key: "slow" }] });
  const { look: reached } = last();
  pass(100);
  expect(last()).toMatchObject({ behind: false, events: [], fresh: [] });
  expect(last().look).toBe(reached);
});

test("an event may hold the view back until it has been seen", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held"));
  expect(told()).toEqual(["1", "1- held"]);
  pass(99);
  expect(last().behind).toBe(true);
  pass(1);
  expect(told()).toEqual(["1", "1- held", "2"]);
});

test("an event may begin late; what comes before it does not wait for it", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "a", "late"));
  expect(told()).toEqual(["1", "1- a"]);
  pass(49);
  expect(told()).toHaveLength(2);
  pass(1);
  expect(told()).toEqual(["1", "1- a", "2 late"]);
});

test("all moments of a step lie behind the same look", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "slow1", "slow2", "held"));
  pass(250);
  const behind = moments.filter((each) => each.behind);
  expect(behind).toHaveLength(3);
  expect(new Set(behind.map((each) => each.look)).size).toBe(1);
});

test("before it is known how long things take, what is kept is simply there", () => {
  player.add(kept(1));
  player.add(kept(2, "slow"));
  expect(told()).toEqual(["1", "2 slow"]);
});

test("what happened before anything stood there is not replayed", () => {
  player.begin(pace);
  player.add(kept(1, "slow1", "slow2"));
  expect(told()).toEqual(["1 slow1 slow2"]);
});

test("the more steps wait, the faster one goes", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held1", "held2"));
  expect(last().speed).toBe(1);
  player.add(kept(3, "held3"));
  pass(100);
  expect(last()).toMatchObject({ fresh: [{ key: "held2" }], speed: 0.5 });
  pass(50);
  expect(last()).toMatchObject({ behind: false, look: { version: 2 } });
});

test("steps that are over quickly still keep their distance", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held1"));
  player.add(kept(3, "held2"));
  pass(PAUSE - 1);
  expect(last().look.version).toBe(2);
  pass(1);
  expect(told().at(-1)).toBe("2- held2");
});

test("no board keeps the table for long", () => {
  player.begin(() => ({ seen: 1e9, holds: true }));
  player.add(kept(1));
  player.add(kept(2, "a"));
  pass(6_000);
  expect(last().look.version).toBe(2);
});

// ---- who acts, who looks away --------------------------------------------------------------------

test("whoever acts reaches the newest look at once, and the next step takes its time again", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "slow1", "late", "held"));
  player.add(kept(3, "slow2"));
  player.hurry();
  expect(last()).toMatchObject({ behind: false, look: { version: 3 } });
  expect(moments.flatMap((each) => each.fresh).map((event) => event.key)).toEqual(["slow1", "late", "held", "slow2"]);
  pass(1_000);
  player.add(kept(4, "held"));
  expect(last()).toMatchObject({ behind: true, speed: 1 });
});

test("the reader's own move cuts the pause, not what is being shown", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "held1", "held2"));
  player.add(kept(3, "held3"), true);
  expect(told()).toEqual(["1", "1- held1"]);
  pass(2_000);
  player.add(kept(4, "held4"));
  pass(150);
  player.add(kept(5, "held5"), true);
  expect(told().slice(-2)).toEqual(["4", "4- held5"]);
});

test("while nobody looks, what is kept is reached at once", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(kept(2, "slow1", "slow2"));
  seen = false;
  player.turned();
  expect(told()).toEqual(["1", "1- slow1", "2 slow2"]);
  player.add(kept(3, "slow3"));
  expect(last()).toMatchObject({ behind: false, speed: 0, look: { version: 3 } });
});

// ---- what is told once ---------------------------------------------------------------------------

test("what was shown to its end is said, and nothing before", () => {
  player.begin(pace);
  player.add(once(2, 7, "slow1", "slow2"));
  pass(99);
  expect(upto).toEqual([]);
  pass(1);
  expect(upto).toEqual([8]);
  pass(100);
  expect(upto).toEqual([8, 9]);
});

test("nothing told once is folded, cut or left out, however many wait; many are shown faster", () => {
  player.begin(pace);
  for (let at = 0; at < 8; at++) player.add(once(at + 1, at, `slow${at}`), at === 7);
  player.hurry();
  expect(told()).toEqual(["1 slow0"]);
  pass(100 + 3 * 60 + 4 * 100); // faster while more than three wait
  expect(told()).toEqual(Array.from({ length: 8 }, (_, at) => `${at + 1} slow${at}`));
  expect(upto).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("nor is the eye given less time to find it", () => {
  player.begin(pace);
  player.add(once(1, 0));
  player.add(once(2, 0, "late"));
  player.hurry();
  pass(49);
  expect(told()).toEqual(["1"]);
  pass(1);
  expect(told()).toEqual(["1", "2 late"]);
});

test("while nobody looks what is told once waits, and what comes after it", () => {
  player.begin(pace);
  seen = false;
  player.add(kept(1));
  player.add(once(2, 20, "slow"));
  player.add(kept(3, "a"));
  pass(10_000);
  expect(told()).toEqual(["1"]);
  expect(upto).toEqual([]);
  seen = true;
  player.turned();
  expect(told()).toEqual(["1", "2 slow"]);
  pass(100);
  expect(told()).toEqual(["1", "2 slow", "3 a"]);
  expect(upto).toEqual([21]);
});

test("what is being shown when the reader looks away counts as shown; what follows it waits", () => {
  player.begin(pace);
  player.add(once(1, 0));
  player.add(once(2, 0, "slow1", "slow2"));
  seen = false;
  player.turned();
  pass(10_000);
  expect(upto).toEqual([1]);
  expect(told()).toEqual(["1", "1- slow1"]);
});

test("it waits until it is known how long things take", () => {
  player.add(kept(1));
  player.add(once(2, 20, "slow"));
  expect(told()).toEqual(["1"]);
  player.begin(pace);
  expect(told()).toEqual(["1", "2 slow"]);
});

test("no pause is added to it, and nothing of where it leads is given away", () => {
  player.begin(pace);
  player.add(once(1, 0));
  player.add(once(2, 0, "slow1", "slow2"));
  player.add(once(3, 2, "slow3"));
  expect(last()).toMatchObject({ behind: true, next: null });
  pass(200);
  expect(told().at(-1)).toBe("3 slow3");
});

test("after a reload the first view is there, with nothing to choose, while what was missed is shown", () => {
  player.begin(pace);
  player.add(once(5, 3, "slow1", "slow2"));
  expect(last()).toMatchObject({ behind: true, blank: true, look: { version: 5, legal: [] } });
  pass(100);
  expect(last()).toMatchObject({ behind: false, blank: false, look: { legal: [{ text: "move5" }] } });
});

test("a hole takes no time and is counted", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(look(2, 4, [{ key: "slow1", once: true }, null, { key: "slow2", once: true }]));
  pass(100);
  expect(upto).toEqual([5]);
  expect(told().at(-1)).toBe("2 slow2");
  pass(100);
  expect(upto).toEqual([5, 7]);
});

test("where some is told once and some is kept, only the latter gives way", () => {
  player.begin(pace);
  player.add(kept(1));
  player.add(look(2, 0, [{ key: "slow1" }, { key: "slow2", once: true }, { key: "slow3" }, { key: "b" }]));
  player.hurry();
  expect(told()).toEqual(["1", "1- slow1", "1- slow2"]);
  expect(last().speed).toBe(1); // as if nobody had been in a hurry
  pass(100);
  expect(last().speed).toBe(0);
  expect(told().slice(3)).toEqual(["2 slow3 b"]);
  expect(upto).toEqual([2]);
});

test("without a board, what is told once is read and the rest is there; without motion, too", () => {
  player.begin(reading);
  player.add(kept(1));
  player.add(look(2, 0, [{ key: "a" }, { key: "b", once: true }, { key: "c" }]));
  expect(told()).toEqual(["1", "1- a b"]);
  pass(READ);
  expect(told()).toEqual(["1", "1- a b", "2 c"]);
  speed = 0;
  player.add(look(3, 3, [{ key: "d", once: true }, { key: "e" }]));
  pass(READ - 1);
  expect(told().at(-1)).toBe("2- d");
});

test("who watches bots that act faster than can be read stays near to what is so", () => {
  player.begin(pace);
  BEATS.long = { seen: 2_000, holds: true, reads: true };
  player.add(kept(1, "a"));
  let version = 1;
  for (let round = 0; round < 100; round++) {
    player.add(kept(++version, "long", "long", "long"));
    pass(1_000);
  }
  expect(last().look.version).toBeGreaterThan(version - 25);
  pass(60_000);
  expect(last().look.version).toBe(version);
  player.add(kept(++version, "long", "long", "long"));
  pass(5_900);
  expect(last().behind).toBe(true); // nobody waits: it is read to its end again
});
