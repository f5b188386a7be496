import { describe, expect, it } from "vitest";

import { around } from "./around";
import { lit, stands, ways } from "./choice";
import { cardText, guessText, moveText, panText, targets, wildText } from "./targets";

const legal = (...texts: string[]) => targets(texts.map((text) => ({ text })));

describe("targets", () => {
  it("sorts a turn's moves into faces with their places, and cards", () => {
    const can = legal("wild sugars a", "wild sugars c", "wild cereals a", "card fruits", "card proteins");
    expect(can.wilds.get(2)).toEqual([0, 2]);
    expect(can.wilds.get(0)).toEqual([0]);
    expect(can.wilds.has(1)).toBe(false);
    expect([...can.cards]).toEqual([1, 3]);
    expect(can.answers.size + can.pans.size + can.moves.length).toBe(0);
  });

  it("reads answers, pans and moved pans, whose seats are counted from 1 in the notation", () => {
    const can = legal("guess cereals", "pan b", "move p2 a c", "move p3 b a");
    expect([...can.answers]).toEqual([0]);
    expect([...can.pans]).toEqual([1]);
    expect(can.moves).toEqual([
      { seat: 1, from: 0, to: 2 },
      { seat: 2, from: 1, to: 0 },
    ]);
  });

  it("leaves out what it does not know", () => {
    const can = legal("card spices", "pan d", "dance", "");
    expect(can.cards.size + can.pans.size).toBe(0);
  });

  it("writes the notation it reads", () => {
    const texts = [wildText(3, 1), cardText(0), guessText(2), panText(2), moveText({ seat: 1, from: 2, to: 0 })];
    expect(texts).toEqual(["wild proteins b", "card cereals", "guess sugars", "pan c", "move p2 c a"]);
    const can = legal(...texts);
    expect(can.wilds.get(3)).toEqual([1]);
    expect(can.cards.has(0) && can.answers.has(2) && can.pans.has(2)).toBe(true);
    expect(can.moves).toEqual([{ seat: 1, from: 2, to: 0 }]);
  });
});

describe("choice", () => {
  it("lights the plates where a pan may go when nothing is picked up", () => {
    expect(lit(null, legal("pan a", "pan c"))).toEqual([0, 2]);
  });

  it("lights a face's places, a lifted pan's targets, and none for a card", () => {
    const can = legal("wild sugars b", "card sugars", "pan a", "move p2 a c", "move p2 b c", "move p1 a b");
    expect(lit({ what: "face", kind: 2 }, can)).toEqual([1]);
    expect(lit({ what: "card", kind: 2 }, can)).toEqual([]);
    expect(lit({ what: "pan", seat: 1, from: 0 }, can)).toEqual([2]);
    expect(ways({ seat: 1, from: 1 }, can)).toEqual([{ seat: 1, from: 1, to: 2 }]);
  });

  it("falls when the new look does not offer it any more", () => {
    expect(stands({ what: "card", kind: 2 }, legal("card sugars"))).toBe(true);
    expect(stands({ what: "card", kind: 2 }, legal("guess sugars"))).toBe(false);
    expect(stands({ what: "pan", seat: 1, from: 0 }, legal("move p2 b c"))).toBe(false);
    expect(stands({ what: "face", kind: 0 }, legal("wild sugars a"))).toBe(false);
  });
});

describe("around", () => {
  it("puts the next player on the left and the last on the right of three", () => {
    expect(around(1, 3)).toEqual({ own: 1, rivals: [{ seat: 2, side: "left" }, { seat: 0, side: "right" }] });
  });

  it("puts the other of two across the table", () => {
    expect(around(1, 2)).toEqual({ own: 1, rivals: [{ seat: 0, side: "top" }] });
  });

  it("lets spectators look over the first seat's shoulder", () => {
    expect(around(null, 3).own).toBe(0);
  });
});
