import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { bot, person, room as roomOf } from "../state/fakes";
import type { Table } from "../state/table.svelte";
import type { Proposal, Room, SeatInfo } from "../wire";

let phone = false;
vi.stubGlobal("matchMedia", () => ({ matches: phone, addEventListener: () => undefined, removeEventListener: () => undefined }));
const posts: unknown[] = [];
vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
  if (init?.method !== "POST") return new Promise(() => undefined); // no server
  posts.push([path, JSON.parse(String(init.body))]);
  return Promise.resolve(new Response("{}"));
});
const { house } = await import("../state/house.svelte");
const { Server } = await import("../state/known.svelte");
const { proposalKey, Votes: State } = await import("../state/votes.svelte");
const { default: Votes } = await import("./Votes.svelte");

const WORDS = {
  "votes.bot": "A {level} bot for {name}?",
  "votes.back": "{name} asks for the seat",
  "votes.count": "{count}/{needed}: {names}",
  "votes.against": "not {names}",
  "votes.until": "till {time}",
  "votes.awaited": "awaited {names}",
  "votes.instead": "{name} decides here",
  "votes.carried.bot": "Carried: bot for {name}",
  "votes.lapsed.bot": "Lapsed: bot for {name}",
  "votes.lapsed.close": "Goes on",
  "votes.returned": "{name} returned",
  "votes.carried.back": "{name} has it again",
};
const seats = [person("Ada"), person("Bo", { away: 5 }), person("Cy")];
const proposal = (more: Partial<Proposal> = {}): Proposal => ({ about: "bot", seat: 1, level: "easy", by: [0], against: [], needed: 2, until: 9, awaited: [], owners: [], ...more });

let app: ReturnType<typeof mount> | undefined;
let server: InstanceType<typeof Server>;
let votes: InstanceType<typeof State>;
beforeEach(() => {
  phone = false;
  house.catalogue = WORDS;
  posts.length = 0;
  server = new Server();
  votes = new State(server, () => ["Ada", "Bo", "Cy"]);
});
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
  document.body.replaceChildren();
});

function show(proposals: Proposal[], yours: number[], more: Partial<Room> = {}, onabsent = () => undefined, says = yours.length > 0 ? proposals.map(proposalKey) : []): string {
  server.yours = yours;
  server.says = says;
  const room = roomOf({ seats, proposals, ...more });
  const table = { server, votes, names: ["Ada", "Bo", "Cy"] } as unknown as Table;
  app = mount(Votes, { target: document.body, props: { table, room, place: "board", onabsent } });
  flushSync();
  return document.body.textContent?.replace(/\s+/g, " ").trim() ?? "";
}
const button = (what: string) => document.querySelector<HTMLButtonElement>(`[data-${what}]`);

test("a slip says what is proposed, by whom, against whom, and how many it takes", () => {
  const words = show([proposal({ against: [2] })], []);
  expect(words).toContain("A level.easy bot for Bo?");
  expect(words).toContain("1/2: Ada");
  expect(words).toContain("not Cy");
  expect([button("yes"), button("no")]).toEqual([null, null]); // who only watches has no say
});

test("a slip says until when it lies there, whatever has come of it", () => {
  const until = new Date().setHours(14, 5, 0, 0) / 1000;
  const slips = [proposal({ until }), proposal({ until, about: "back" }), proposal({ until, about: "place", by: [0, 2] })];
  expect(show(slips, [1]).match(/till (14|2|02):05/g)).toHaveLength(3);
});

test("whoever has not said yes can, and take it back; a household has one voice", async () => {
  show([proposal()], [2]);
  button("yes")!.click();
  await vi.waitFor(() => expect(posts).toEqual([["/api/tables/T/vote", { about: "bot", seat: 1, yes: true }]]));
  void unmount(app!);
  show([proposal()], [0, 2]); // Ada and Cy on one device: Ada's yes is theirs
  expect(button("yes")).toBeNull();
  expect(button("no")?.textContent).toBe("votes.withdraw");
});

test("a seat that is asked back concerns who plays it and who asks, and only the first decides", () => {
  const back = proposal({ about: "back", seat: 2, level: null, by: [], needed: 1 });
  const played = { seats: [person("Ada"), person("Bo"), person("Di", { owner: "Cy" })] };
  expect(show([back], [0], played, undefined, [])).toBe("");
  void unmount(app!);
  expect(show([back], [2], played)).toContain("Cy asks for the seat");
  expect(button("yes")?.textContent).toBe("votes.back.yes");
  void unmount(app!);
  server.back = [2];
  expect(show([back], [], played)).toContain("votes.back.asked");
  expect(button("yes")).toBeNull();
});

test("who plays in the place of somebody who is counted is offered nothing, and told so", () => {
  const close = proposal({ about: "close", seat: null, level: null, awaited: [1], owners: [1] });
  server.seat = 1;
  const words = show([close], [1], { seats: [person("Ada"), person("Di", { owner: "Bo" })] }, undefined, []);
  expect(words).toContain("awaited Bo");
  expect(words).toContain("Bo decides here");
  expect([button("yes"), button("no")]).toEqual([null, null]);
});

test("an owner who watches speaks for the seat that somebody plays", () => {
  server.back = [1];
  const close = proposal({ about: "close", seat: null, level: null, by: [1], owners: [1] });
  const words = show([close], [], { seats: [person("Ada"), person("Di", { owner: "Bo" })] }, undefined, ["close"]);
  expect(words).toContain("1/2: Bo");
  expect(button("no")?.textContent).toBe("votes.withdraw");
});

test("an agreed invitation is made by whoever presses", () => {
  const onabsent = vi.fn();
  show([proposal({ about: "place", level: null, by: [0, 2] })], [2], {}, onabsent);
  button("agreed")!.click();
  expect(onabsent).toHaveBeenCalledWith(1);
});

const outcomes = (before: Partial<Room>, after: Partial<Room>): string[] => {
  votes.turned(roomOf({ seats, ...before }), roomOf({ seats, ...after }));
  return votes.outcomes.map((each) => each.words);
};

test("what has become of a proposal is told in words", () => {
  expect(outcomes({ proposals: [proposal()] }, { seats: [seats[0]!, { ...person("Bo"), kind: "bot", owner: "Bo" }, seats[2]!] })).toEqual(["Carried: bot for Bo"]);
  expect(outcomes({ proposals: [proposal()] }, {}).at(-1)).toBe("Lapsed: bot for Bo");
  expect(outcomes({ proposals: [proposal()] }, { seats: [seats[0]!, person("Bo"), seats[2]!] }).at(-1)).toBe("Bo returned");
  expect(outcomes({ proposals: [proposal({ about: "close", seat: null })] }, {}).at(-1)).toBe("Goes on");
  votes.drop(votes.outcomes[0]!.id);
  expect(votes.outcomes).toHaveLength(3);
});

test("a place is taken once somebody else sits there, not when it was agreed on", () => {
  const place = { proposals: [proposal({ about: "place", level: null, by: [0, 2] })] };
  const now = (who: SeatInfo) => ({ seats: [seats[0]!, who, seats[2]!] });
  const last = (before: Partial<Room>, after: Partial<Room>) => outcomes(before, after).at(-1);
  expect(last(place, now(person("Di", { owner: "Bo" })))).toBe("votes.carried.place");
  expect(last(place, now(person("Bo")))).toBe("Bo returned");
  expect(last(place, {})).toBe("votes.unused");
  expect(last({ proposals: [proposal({ about: "place", level: null })] }, {})).toBe("votes.lapsed.place");
  // Who stood in for Bo was away themselves, and is back.
  expect(last({ ...place, ...now(person("Di", { owner: "Bo", away: 5 })) }, now(person("Di", { owner: "Bo" })))).toBe("Bo returned");
  // A bot played there meanwhile.
  const played = { ...place, ...now(bot("easy", { owner: "Bo" })) };
  expect(last(played, now(person("Di", { owner: "Bo" })))).toBe("votes.carried.place");
  expect(last(played, now(person("Bo")))).toBe("Bo returned");
});

test("while the game plays on, it has not been ended", () => {
  const close = { proposals: [proposal({ about: "close", seat: null, by: [0, 2] })] };
  expect(outcomes(close, {})).toEqual(["Goes on"]);
  expect(votes.outcomes[0]!.carried).toBe(false);
});

test("a proposal that stays tells nothing, nor does the end of the game", () => {
  expect(outcomes({ proposals: [proposal()] }, { proposals: [proposal({ by: [0, 2] })] })).toEqual([]);
  expect(outcomes({ proposals: [proposal({ about: "close", seat: null })] }, { status: "over" })).toEqual([]);
});

test("on a phone the line of a slip speaks of the reader's own seat in the second person, as the slip does", () => {
  phone = true;
  server.back = [1];
  expect(show([proposal({ about: "back", level: null })], [])).toBe("votes.back.mine");
});
