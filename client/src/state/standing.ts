// How a game stands.

import type { Ended, Look, Room } from "../wire";

export interface Standing {
  /** It was closed before its end, and stands as it stood, as far as everybody could see. */
  early: boolean;
  /** Points by seat. */
  scores: readonly number[];
  /** By seat, once it is over; empty where one plays alone, whom nobody is placed against. */
  places: readonly number[] | null;
}

export function standing({ view }: Look, room: Room): Standing {
  const ended: Ended | null = view.places == null ? room.ended : null;
  return { early: ended !== null, scores: (ended ?? view).scores, places: (ended ?? view).places ?? null };
}
