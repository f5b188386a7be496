import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it } from "vitest";

import type { Action } from "../../boards";
import type { Phrase } from "../../wire";
import Board from "./Board.svelte";
import type { CookingRumbleView, Hints, Row } from "./wire";

const row = (pans: number, need: number[], wilds: Row["wilds"] = []): Row => ({ need, pans, wilds, next: wilds.at(-1)?.shows ?? need[pans] ?? null });

function view(change: Partial<CookingRumbleView> = {}): CookingRumbleView {
  return {
    seat: 0,
    seats: 2,
    waiting: [0],
    scores: [0, 0],
    places: null,
    step: "turn",
    active: 0,
    judge: 1,
    tiles: [{ id: 4, points: 2, rows: [row(1, [2, 0, 3]), row(0, [2, 0, 1])] }, { id: 9, points: 3, rows: [row(0, [0, 3, 2], [{ at: 0, token: 0, shows: 2 }]), row(0, [2, 3, 0])] }, null],
    deck: 10,
    taken: [[], []],
    tokens: [
      [false, true],
      [true, true],
    ],
    card_down: false,
    card: null,
    card_of: null,
    guess: null,
    shown: null,
    right: null,
    pans_left: 18,
    expert: false,
    illegal_cards: false,
    must_place: false,
    ...change,
  };
}

/** Words as "key fill fill", so that a test sees what was said of what. */
const said = (key: string, fill: object = {}) => [key.replace("cooking_rumble.", ""), ...Object.values(fill)].join(" ");

/** A legal move by its kind and fields; its text is one that no board could write. */
type Move = [kind: string, fields: Record<string, number>];
const legalMove = ([kind, args]: Move) => ({ text: `${kind}!${Object.values(args).join("!")}`, phrase: { key: `cooking_rumble.move.${kind}`, args } });
const CARDS: Move[] = [["card", { kind: 0 }], ["card", { kind: 2 }]];

let app: ReturnType<typeof mount> | undefined;
let acted: string[][] = [];
let asked: (string | Phrase)[] = [];
let reasons: (Phrase | null)[] = [];
let line: { actions: Action[]; say: string | undefined } = { actions: [], say: undefined };

function show(at: CookingRumbleView, legal: Move[], seat: number | null = 0, hints: Hints = { cards: [[0], [], [1], []], place: [], guess: [] }, told: object = {}) {
  acted = [];
  line = { actions: [], say: undefined };
  const look = { version: 1, view: at, legal: legal.map(legalMove), hints, prompt: { key: "" }, first: 0, events: [], undo: null, sections: null };
  app = mount(Board, {
    target: document.body,
    props: {
      look,
      moment: { look, events: [], fresh: [], told: [], said: [], behind: false, next: null, blank: false, speed: 0, ...told },
      hurry: () => undefined,
      why: async (moves: (string | Phrase)[]) => ((asked = moves), reasons),
      tryMoves: () => Promise.reject(),
      seat,
      room: { seats: [{ level: null }, { level: "medium", owner: null }] } as never,
      act: (moves: string[]) => acted.push(moves),
      busy: false,
      words: (phrase: { key: string; args?: object }) => said(phrase.key, phrase.args),
      term: said,
      speed: 0,
      prompt: { show: (actions: Action[], say?: string) => (line = { actions, say }), clear: () => (line = { actions: [], say: undefined }), deny: (why: Phrase) => (line = { ...line, say: said(why.key, why.args) }) },
    },
  });
  flushSync();
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
  document.body.replaceChildren();
});

describe("Board", () => {
  it("says a plate in words: place, dish, points, one's own row first, pans, tokens and what is next", () => {
    show(view(), []);
    const [a, b, c] = all(".pick").map((each) => each.getAttribute("aria-label"));
    expect(a).toBe("board.plate place.0 tile.4 2 board.row.own board.row.pan, board.row.next kind.0 kind.0, kind.3 board.row.of board.seat 1 board.row.next kind.2 kind.2, kind.0, kind.1");
    expect(b).toContain("board.row.wild kind.2 kind.0");
    expect(c).toBe("board.plate.empty place.2");
  });

  it("picks a card with one press, asks in the prompt, plays with the next", () => {
    show(view(), CARDS);
    click('[data-choice="0"]');
    expect(acted).toEqual([]);
    expect(line.actions.map((each) => each.label)).toEqual(["board.hide", "board.cancel"]);
    expect(document.querySelector('[data-choice="0"]')?.getAttribute("aria-pressed")).toBe("true");
    click('[data-choice="0"]');
    expect(acted).toEqual([["card!0"]]);
  });

  it("takes a press on a recipe that the card fits as the wish to hide it, and keeps the button on any other", () => {
    show(view(), CARDS);
    click('[data-choice="0"]');
    click('.pick[data-place="0"]');
    expect([line.say, line.actions.map((each) => each.label)]).toEqual(["board.say.plate kind.0", ["board.hide", "board.cancel"]]);
    click('.pick[data-place="1"]');
    expect([line.say, line.actions.map((each) => each.label)]).toEqual(["board.why.other 1 0", ["board.hide", "board.cancel"]]);
    click('[data-choice="3"]');
    line.actions.find((each) => each.kind === "yes")?.run();
    expect(acted).toEqual([["card!0"]]);
  });

  it("says that there is no recipe, and what to pick up first, before it asks", () => {
    show(view(), CARDS);
    asked = [];
    click('.pick[data-place="2"]');
    expect(line.say).toBe("board.plate.empty 2");
    click('.pick[data-place="0"]');
    expect([line.say, asked]).toEqual(["board.why.plate", []]);
  });

  it("hears its keys from the page and the prompt, not from where something is written", () => {
    show(view(), CARDS);
    const field = document.body.appendChild(document.createElement("input"));
    const press = (at: Element, key: string) => (at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })), flushSync());
    press(field, "1");
    expect(line.actions).toEqual([]);
    press(document.body, "1");
    expect(document.querySelector('[data-choice="0"]')?.getAttribute("aria-pressed")).toBe("true");
    press(document.body, "Escape");
    expect(document.querySelector('[data-choice="0"]')?.getAttribute("aria-pressed")).toBe("false");
    press(document.body, "3");
    press(document.body, "3");
    expect(acted).toEqual([["card!2"]]);
  });

  it("says the verdict at the judge's answer, and apart from it whether it is good for who reads it, until the next turn", () => {
    const judged = (change: Partial<CookingRumbleView>, seat: number) => {
      if (app) void unmount(app);
      document.body.replaceChildren();
      show(view({ seat, step: "pan", active: 0, judge: 1, card_of: 0, guess: 1, shown: 0, right: false, ...change }), [], seat);
      return all(".verdict").map((each) => `${each.textContent?.trim()} ${each.querySelector(".lucide-smile, .lucide-frown")?.classList[2] ?? ""}`);
    };
    expect(judged({}, 0)).toEqual(["board.wrong lucide-smile"]);
    expect(all(".mat .verdict").length).toBe(1);
    expect(judged({}, 1)).toEqual(["board.wrong lucide-frown"]);
    expect(all(".answers .chosen .verdict").length).toBe(1);
    expect(judged({ step: "judge", right: true }, 1)).toEqual(["board.right lucide-smile"]);
    expect(judged({ step: "judge", right: true }, 0)).toEqual(["board.right lucide-frown"]);
    expect(judged({ step: "turn", active: 1, judge: 0 }, 0)).toEqual([]);
  });

  it("lights the plates of a token's face and lays it there", () => {
    show(view(), [["wild", { kind: 3, place: 0 }], ["wild", { kind: 1, place: 0 }], ["card", { kind: 0 }]]);
    click('[data-token="3"]');
    expect(all(".pick[data-lit]").map((each) => each.dataset.place)).toEqual(["0"]);
    click('.pick[data-place="0"]');
    expect(acted).toEqual([["wild!3!0"]]);
  });

  it("says why a card cannot be hidden, in the server's words", async () => {
    show(view(), [["card", { kind: 0 }]]);
    reasons = [{ key: "cooking_rumble.refuse.card", args: { kind: 3 } }];
    click('[data-choice="3"]');
    await settled();
    expect(asked).toEqual([{ key: "cooking_rumble.move.card", args: { kind: 3 } }]);
    expect([acted.length, line.say]).toEqual([0, "refuse.card 3"]);
  });

  it("asks about what somebody may have meant: a token on any place, a pan on a plate, what is held on it", async () => {
    const about = () => asked.map((each) => (typeof each === "string" ? each : `${each.key.split(".").at(-1)} ${Object.values(each.args ?? {}).join()}`));
    show(view({ waiting: [1], active: 1, judge: 0 }), []);
    click('[data-token="1"]');
    expect(about()).toEqual(["wild 1,0", "wild 1,1", "wild 1,2"]);
    click('.pick[data-place="1"]');
    expect(about()).toEqual(["pan 1"]);
    if (app) void unmount(app);
    document.body.replaceChildren();
    show(view(), [["wild", { kind: 3, place: 0 }]]);
    click('[data-token="3"]');
    click('.pick[data-place="2"]');
    expect(about()).toEqual(["wild 3,2"]);
    await settled();
  });

  it("gives the judge four answers in place of the cards, and lights what the card may be", () => {
    const hints = { cards: [], place: [], guess: [1, 2] };
    show(view({ step: "guess", active: 1, judge: 0, card_of: 1, card_down: true }), [0, 1, 2, 3].map((kind) => ["guess", { kind }]), 0, hints);
    expect(all(".answers [data-choice]").length).toBe(4);
    expect(all(".answers [data-choice][data-lit]").map((each) => each.dataset.choice)).toEqual(["1", "2"]);
    click('[data-choice="3"]');
    expect([line.say, line.actions[0]?.label]).toEqual(["board.say.unlikely 1 3", "board.name kind.3"]);
    click('[data-choice="2"]');
    expect(line.say).toBe("board.say.answer kind.2");
    line.actions.find((each) => each.label === "board.name kind.2")?.run();
    expect(acted).toEqual([["guess!2"]]);
  });

  it("moves a rival's pan: lift it, then a lit plate", () => {
    const tiles = [{ id: 4, points: 2, rows: [row(0, [2, 0, 3]), row(1, [2, 0, 1])] }, view().tiles[1]!, null];
    show(view({ expert: true, step: "judge", active: 1, judge: 0, guess: 1, shown: 1, right: true, tiles }), [["pan", { place: 0 }], ["pan", { place: 1 }], ["move", { seat: 1, place: 0, to: 1 }]]);
    expect(all(".lift").length).toBe(1);
    click(".lift");
    expect(all(".pick[data-lit]").map((each) => each.dataset.place)).toEqual(["1"]);
    click('.pick[data-place="1"]');
    expect(acted).toEqual([["move!1!0!1"]]);
  });

  it("brings card and guess together while a verdict is told, and only then", () => {
    const judgedView = view({ step: "guess", active: 1, judge: 0, card_of: 1, card_down: true });
    const event = (name: string, args: Record<string, number>) => ({ key: `cooking_rumble.event.${name}`, args });
    const showdown = (name: string, told: boolean, seat: number | null) => {
      if (app) void unmount(app);
      document.body.replaceChildren();
      const events = [event("guess", { judge: 0, seat: 1, kind: 2 }), event(name, { seat: 1, judge: 0, kind: name === "right" ? 2 : 3 })];
      show(judgedView, [], seat, undefined, { events, fresh: events, told: told ? events.slice(-1) : [], behind: true, next: judgedView });
      return all(".showdown").map((each) => [each.dataset.verdict, ...["sign", "verdict", "so"].map((part) => each.querySelector(`.${part}`)?.textContent?.trim()), ["good", "bad"].filter((name) => each.classList.contains(name)).join()]);
    };
    expect(showdown("wrong", true, 0)).toEqual([["wrong", "≠", "board.wrong", "board.stove 1", "bad"]]);
    expect(showdown("wrong", true, 1)).toEqual([["wrong", "≠", "board.wrong", "board.stove 1", "good"]]);
    expect(showdown("right", true, 0)).toEqual([["right", "=", "board.right", "board.stove 0", "good"]]);
    expect(showdown("illegal", true, 1)).toEqual([["illegal", "≠", "board.counts", "board.stove 0", "bad"]]);
    expect(showdown("right", true, null)).toEqual([["right", "=", "board.right", "board.stove 0", ""]]);
    expect(all(".showdown [data-kind]").map((each) => each.dataset.kind)).toContain("2");
    expect(showdown("wrong", false, 0)).toEqual([]);
  });

  it("never shows a guess of the past as an answer of who is the judge next", () => {
    const guessed = view({ step: "guess", active: 0, judge: 1, card_of: 0, card_down: true, card: 0 });
    const event = (name: string, args: Record<string, number>) => ({ key: `cooking_rumble.event.${name}`, args });
    const events = [event("guess", { judge: 1, seat: 0, kind: 2 }), event("wrong", { seat: 0, judge: 1, kind: 0 }), event("pan", { seat: 0, place: 0, tile: 4, at: 1 }), event("standee", { seat: 0 })];
    show(guessed, [], 0, undefined, { events, fresh: events.slice(-1), behind: true, next: guessed });
    expect(all(".answers, .verdict").length).toBe(0);
    expect(all(".cards .choice").length).toBe(4);
  });

  it("shows a rival's hidden card by its back alone", () => {
    show(view({ step: "guess", active: 1, judge: 0, card_of: 1, card_down: true }), []);
    expect(all(".mat .card").length).toBe(1);
    expect(all(".mat .card.up").length).toBe(0);
    expect(all(".mat .card .art").length).toBe(0);
  });

  it("offers a spectator nothing", () => {
    show(view({ seat: null }), [], null);
    expect(all("[data-lit]").length).toBe(0);
    expect(all(".choice").length).toBe(0);
    expect(acted).toEqual([]);
  });
});

describe("the end", () => {
  it("shows the reader's last card where it lies, and not in the hand as well", () => {
    show(view({ step: "over", waiting: [], places: [1, 2], card_of: 0, shown: 2, guess: 0, right: false }), []);
    expect([...document.querySelectorAll('[data-piece^="hand-"]')].map((card) => card.getAttribute("data-piece"))).toEqual(["hand-0", "hand-1", "hand-3"]);
  });
});
