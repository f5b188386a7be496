// Who sits where as the reader sees it: the reader at the bottom, the next player on the left (play goes
// to the left), the last on the right; of two players the other sits across.

export type Side = "own" | "left" | "right" | "top";

export interface Around {
  own: number;
  /** Rivals in play order from the reader, with the side of a plate that is theirs. */
  rivals: readonly { seat: number; side: Exclude<Side, "own"> }[];
}

/** Spectators look over the shoulder of the first seat. */
export function around(seat: number | null, seats: number): Around {
  const own = seat ?? 0;
  const next = (own + 1) % seats;
  if (seats === 2) return { own, rivals: [{ seat: next, side: "top" }] };
  return {
    own,
    rivals: [
      { seat: next, side: "left" },
      { seat: (own + 2) % seats, side: "right" },
    ],
  };
}
