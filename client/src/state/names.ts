// What the seats of a table are called.

import type { SeatInfo } from "../wire";

/** A person's name, a bot's level or for whom it plays, or that the seat is open. Equal names are numbered. */
export function seatNames(seats: readonly SeatInfo[], term: (key: string, fill?: Record<string, string | number>) => string): string[] {
  const used = new Map<string, number>();
  return seats.map((seat) => {
    if (seat.kind === "open") return term("table.seat_open");
    const name = seat.kind === "bot" ? botName(seat, term) : (seat.name ?? term("table.somebody"));
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

function botName({ owner, level }: SeatInfo, term: (key: string, fill?: Record<string, string | number>) => string): string {
  return owner == null ? term("table.bot", { level: term(`level.${level}`) }) : term("table.bot_of", { name: owner });
}
