// Legal moves as the plain board lists them: by kind, and found by what is typed.

import type { LegalMove } from "../wire";

export interface Group {
  key: string;
  moves: LegalMove[];
}

/** The moves by kind (the key of their phrase), kinds and moves in the server's order. */
export function groups(moves: readonly LegalMove[]): Group[] {
  const found = new Map<string, LegalMove[]>();
  for (const move of moves) {
    const group = found.get(move.phrase.key);
    if (group) group.push(move);
    else found.set(move.phrase.key, [move]);
  }
  return [...found].map(([key, members]) => ({ key, moves: members }));
}

/** The moves whose words (or notation) hold everything that was typed, in any order and without accents. */
export function matching(moves: readonly LegalMove[], typed: string, words: (move: LegalMove) => string): LegalMove[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...moves];
  return moves.filter((move) => {
    const text = plain(`${words(move)} ${move.text}`);
    return wanted.every((each) => text.includes(each));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}
