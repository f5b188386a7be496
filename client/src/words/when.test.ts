import { afterEach, expect, test, vi } from "vitest";

import { clock } from "./when";

afterEach(() => vi.unstubAllGlobals());

const at = new Date(2026, 11, 1, 17, 28, 37).getTime() / 1000;

test.each([
  [["de-DE", "en-GB", "en"], "en", "17:28"],
  [["en-US"], "en", "5:28 PM"],
  [["fr", "en-GB"], "de", "17:28"],
])("with %j a time in %s is %s", (languages, language, written) => {
  vi.stubGlobal("navigator", { languages });
  expect(clock(at, at + 60, language).replace(/\s/u, " ")).toBe(written);
});
