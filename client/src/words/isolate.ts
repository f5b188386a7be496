// Names as they are put into a line: what is written from right to left does not turn what stands beside it.

// The blocks of what is written so; src/potluck/locale/seen.py has the same.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Between U+2068 and U+2069 if any of it is written from right to left; else as it is. */
export function isolate(words: string): string {
  return RIGHT_TO_LEFT.test(words) && !words.startsWith("\u2068") ? `\u2068${words}\u2069` : words;
}
