import { describe, expect, it } from "vitest";

import type { LegalMove } from "../wire";
import { apart, blockedMove, draft, groups, kindOf } from "./moves";

const move = (kind: string, args?: Record<string, number>): LegalMove => ({
  text: [kind, ...Object.values(args ?? {})].join(" "),
  phrase: args ? { key: `toy.move.${kind}`, args } : { key: `toy.move.${kind}` },
});

const votes = [
  move("nothing"),
  ...[1, 2].flatMap((owner) => (owner === 1 ? [0, 2] : [3]).flatMap((slot) => [move("vote", { owner, slot, kind: 4 }), move("vote", { owner, slot, kind: 5 })])),
];
const vote = groups(votes)[1]!;

describe("legal moves", () => {
  it("are grouped by kind in the server's order", () => {
    expect(groups([...votes, move("nothing")]).map((group) => [kindOf(group.key), group.moves.length])).toEqual([["nothing", 2], ["vote", 6]]);
  });

  it("are told apart from those nobody owes", () => {
    const moves = [move("peek"), ...votes];
    expect(apart(moves, ["peek"], true).also).toEqual([moves[0]]);
    expect(apart(moves, ["peek"], true).owed).toEqual(votes);
    expect(apart(moves, [], false)).toEqual({ owed: [], also: moves });
  });
});

describe("a draft", () => {
  it("offers in every field what the fields before leave", () => {
    const { fields, move: made } = draft(vote, { owner: 1 });
    expect(fields.map((field) => [field.name, field.values, field.value])).toEqual([
      ["owner", [1, 2], 1],
      ["slot", [0, 2], null],
      ["kind", [4, 5], null],
    ]);
    expect(made).toBeNull();
  });

  it("takes the only value there is", () => {
    expect(draft(vote, { owner: 2, kind: 5 }).move?.text).toBe("vote 2 3 5");
  });

  it("forgets a choice that an earlier one has made impossible", () => {
    expect(draft(vote, { owner: 1, slot: 3, kind: 4 }).fields[1]?.value).toBeNull();
  });

  it("names what the last field cannot be with the rest, once the rest is chosen, as the move it would be", () => {
    const moves = [move("lay", { kind: 1, pot: 0 }), move("lay", { kind: 1, pot: 2 }), move("lay", { kind: 2, pot: 3 })];
    const lay = groups(moves)[0]!;
    expect(draft(lay, {}).fields.map((field) => field.blocked)).toEqual([[], []]);
    const chosen = draft(lay, { kind: 1 });
    expect(chosen.fields.map((field) => [field.values, field.blocked])).toEqual([[[1, 2], []], [[0, 2], [3]]]);
    expect(blockedMove(lay, chosen, 3)).toEqual({ key: "toy.move.lay", args: { kind: 1, pot: 3 } });
  });

  it("of a kind without fields is whole at once", () => {
    expect(draft(groups(votes)[0]!, {})).toEqual({ fields: [], move: votes[0] });
  });
});
