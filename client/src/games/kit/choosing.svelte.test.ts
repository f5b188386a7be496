import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";

import type { Action } from "../../boards";
import { Refusal, UNREACHED } from "../../net/api";
import type { Phrase } from "../../wire";
import { Choosing, type Piece } from "./choosing.svelte";
import { named } from "./offer";

// A little game: hide a card, cut a cake at two of its marks in any order, lay a token on a place, pass.
type Move = [kind: string, fields?: Record<string, number>];
const legal = (...moves: Move[]) => moves.map(([kind, fields = {}], at) => ({ text: `m${at}`, phrase: named("toy", kind, fields) }));

const HIDE: Move[] = [
  ["card", { kind: 1 }],
  ["card", { kind: 2 }],
];
const CUTS: Move[] = [
  ["cut", { from: 0, to: 2 }],
  ["cut", { from: 1, to: 2 }],
];
const TOKENS: Move[] = [
  ["token", { kind: 1, place: 0 }],
  ["token", { kind: 1, place: 1 }],
  ["put", { place: 2 }],
];

let end = () => undefined as void;
afterEach(() => end());

function table(...moves: Move[]) {
  let moment = $state.raw({ look: { legal: legal(...moves) }, fresh: [] as object[], behind: false });
  let busy = $state(false);
  const seen = { acted: [] as string[][], asked: [] as (string | Phrase)[][], actions: [] as Action[], say: undefined as string | undefined };
  let answer: Promise<(Phrase | null)[]> = Promise.resolve([null]);
  const prompt = {
    show: (actions: Action[], say?: string) => void Object.assign(seen, { actions, say }),
    clear: () => void Object.assign(seen, { actions: [], say: undefined }),
    deny: (why: Phrase) => void Object.assign(seen, { say: why.key }),
  };
  const given = {
    get moment() {
      return moment;
    },
    get busy() {
      return busy;
    },
    act: (texts: string[]) => void seen.acted.push(texts),
    why: (asked: (string | Phrase)[]) => (seen.asked.push(asked), answer),
    prompt,
  };
  let choosing!: Choosing;
  end = $effect.root(() => {
    choosing = new Choosing(
      {
        game: "toy",
        cancel: () => "cancel",
        ways: {
          pass: { button: () => "pass" },
          resign: { button: () => "resign", danger: true },
          card: { pieces: ({ kind = 0 }) => [["card", kind]], button: ({ kind }) => `hide ${kind}`, say: ({ kind }) => `hide ${kind}?` },
          cut: { pieces: ({ from = 0, to = 0 }) => [["mark", from], ["mark", to]], anyOrder: true, say: (_, [held]) => `from ${held?.[1]}` },
          token: { pieces: ({ kind = 0, place = 0 }) => [["token", kind], ["place", place]] },
          put: { pieces: ({ place = 0 }) => [["place", place]] },
        },
        meant: ([what, which = 0]: Piece) => (what === "none" ? [] : [named("toy", what, { which })]),
        hint: ([what]) => (what === "shy" ? { say: "a hint" } : what === "rude" ? { no: { key: "toy.board.no" } } : null),
      },
      () => given,
    );
  });
  flushSync();
  return {
    choosing,
    seen,
    press: (...piece: Piece) => (choosing.press(piece), flushSync()),
    look: (...next: Move[]) => ((moment = { look: { legal: legal(...next) }, fresh: [], behind: false }), flushSync()),
    behind: () => ((moment = { look: { legal: [] }, fresh: [{}], behind: true }), flushSync()),
    again: (fresh: object[] = []) => ((moment = { look: moment.look, fresh, behind: false }), flushSync()),
    busy: (now: boolean) => ((busy = now), flushSync()),
    answers: (next: Promise<(Phrase | null)[]>) => (answer = next),
    settled: async () => {
      await new Promise((done) => setTimeout(done));
      flushSync();
    },
    lit: (what: string, upto = 4) => Array.from({ length: upto }, (_, at) => at).filter((at) => choosing.lit([what, at])),
    buttons: () => seen.actions.map((each) => `${each.kind} ${each.label}`),
  };
}

describe("pieces", () => {
  it("are lit where a legal move begins with them", () => {
    const { lit } = table(...HIDE, ...TOKENS);
    expect([lit("card"), lit("token"), lit("place")]).toEqual([[1, 2], [1], [2]]);
  });

  it("make a move at once when it is pointed at whole", () => {
    const { press, seen, lit, choosing } = table(...TOKENS);
    press("token", 1);
    expect([choosing.holds("token"), lit("place"), lit("token")]).toEqual([["token", 1], [0, 1], [1]]);
    press("place", 1);
    expect([seen.acted, choosing.held]).toEqual([[["m1"]], []]);
  });

  it("are asked once more where the move has a button: by it, or by the piece again", () => {
    const { press, seen, buttons, choosing } = table(...HIDE);
    press("card", 2);
    expect([seen.acted, seen.say, buttons()]).toEqual([[], "hide 2?", ["yes hide 2", "plain cancel"]]);
    press("card", 1);
    expect([choosing.grip("card", 1).held, choosing.grip("card", 2).held]).toEqual([true, false]);
    press("card", 1);
    press("card", 2);
    seen.actions[0]?.run();
    expect(seen.acted).toEqual([["m0"], ["m1"]]);
  });

  it("may be pointed at in any order where the move says so", () => {
    const { press, seen, lit } = table(...CUTS);
    expect(lit("mark")).toEqual([0, 1, 2]);
    press("mark", 2);
    expect([lit("mark"), seen.say]).toEqual([[0, 1, 2], "from 2"]);
    press("mark", 2);
    press("mark", 0);
    expect(lit("mark")).toEqual([0, 2]);
    press("mark", 2);
    expect(seen.acted).toEqual([["m0"]]);
  });

  it("are put back by a second press, by the button, and when a look does not offer them any more", () => {
    const { press, look, choosing, seen, buttons } = table(...TOKENS);
    press("token", 1);
    press("token", 1);
    expect(choosing.held).toEqual([]);
    press("token", 1);
    seen.actions.find((each) => each.key === "cancel")?.run();
    flushSync();
    expect([choosing.held, buttons()]).toEqual([[], []]);
    press("token", 1);
    look(...HIDE);
    expect([choosing.held, buttons()]).toEqual([[], []]);
  });

  it("stay held over a look that still offers them, and the prompt offers them again", () => {
    const { press, look, choosing, seen, buttons } = table(...HIDE);
    press("card", 2);
    seen.actions = []; // as the shell does when a look comes
    look(...HIDE);
    expect([choosing.holds("card"), buttons()]).toEqual([["card", 2], ["yes hide 2", "plain cancel"]]);
  });
});

describe("a piece that is held", () => {
  it("is not picked up again by itself once a look did not offer it", () => {
    const { press, look, choosing } = table(...HIDE);
    press("card", 2);
    look(...TOKENS);
    look(...HIDE);
    expect(choosing.held).toEqual([]);
  });

  it("is still held when what others did meanwhile has been shown", () => {
    const { press, look, behind, choosing } = table(...HIDE);
    press("card", 2);
    behind();
    expect(choosing.held).toEqual([]);
    look(...HIDE);
    expect(choosing.held).toEqual([["card", 2]]);
  });
});

describe("moves that stand alone", () => {
  it("are buttons of the prompt, offered again after whatever emptied it", () => {
    const { seen, again, buttons } = table(["pass"], ["resign"]);
    expect(buttons()).toEqual(["yes pass", "danger resign"]);
    seen.actions = [];
    again();
    expect(buttons()).toEqual([]); // the same look, nothing happened: the shell has emptied nothing
    again([{}]);
    expect(buttons()).toEqual(["yes pass", "danger resign"]);
  });

  it("can be made by a piece of the board, too", () => {
    const { choosing, seen } = table(["pass"]);
    choosing.button("pass");
    expect(seen.acted).toEqual([["m0"]]);
  });

  it("are gone while a submission is on its way", () => {
    const { busy, buttons, choosing } = table(["pass"], ...HIDE);
    busy(true);
    expect([buttons(), choosing.lit(["card", 1])]).toEqual([[], false]);
    busy(false);
    expect(buttons()).toEqual(["yes pass"]);
  });
});

describe("reasons", () => {
  it("are the server's: the first one it has, with what is held still held", async () => {
    const { press, answers, settled, seen, buttons } = table(...HIDE);
    answers(Promise.resolve([null, { key: "toy.refuse.no" }]));
    press("card", 1);
    press("card", 3);
    await settled();
    expect(seen.asked).toEqual([[named("toy", "card", { which: 3 })]]);
    expect([seen.say, buttons()]).toEqual(["toy.refuse.no", ["yes hide 1", "plain cancel"]]);
  });

  it("give way to a hint of the board's own, and are not asked for nothing", async () => {
    const { press, settled, seen } = table(...HIDE);
    press("shy");
    press("none");
    await settled();
    expect([seen.say, seen.asked]).toEqual(["a hint", []]);
    press("rude");
    await settled();
    expect([seen.say, seen.asked]).toEqual(["toy.board.no", []]);
  });

  it("are not said once something else was done, another look has come, or the board is gone", async () => {
    for (const meanwhile of ["press", "look", "leave"] as const) {
      const { press, look, answers, settled, seen } = table(...HIDE);
      answers(Promise.resolve([{ key: "toy.refuse.late" }]));
      press("card", 3);
      if (meanwhile === "press") press("card", 1);
      else if (meanwhile === "look") look(...HIDE);
      else end();
      await settled();
      expect(seen.say).toBe(meanwhile === "press" ? "hide 1?" : undefined);
    }
  });

  it("say that the server is not reached", async () => {
    const { press, answers, settled, seen } = table(...HIDE);
    answers(Promise.reject(new Refusal(UNREACHED, 0)));
    press("card", 3);
    await settled();
    expect(seen.say).toBe(UNREACHED.key);
  });
});

