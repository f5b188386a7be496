// How a game stands.

import type { Ended, Look, Room } from "../wire";

export interface Standing {
  /** It was closed before its end, and stands as it stood, as far as everybody could see. */
  early: boolean;
  /** Then all were equal: nobody is first, so nobody has a place. */
  undecided: boolean;
  /** Points by seat. */
  scores: readonly number[];
  /** By seat, once it is over and decided; empty where one plays alone, whom nobody is placed against. */
  places: readonly number[] | null;
}

export function standing({ view }: Look, room: Room): Standing {
  const ended: Ended | null = view.places == null ? room.ended : null;
  const places = (ended ?? view).places ?? null;
  const undecided = ended !== null && places !== null && places.length > 1 && places.every((place) => place === 1);
  return { early: ended !== null, undecided, scores: (ended ?? view).scores, places: undecided ? null : places };
}
