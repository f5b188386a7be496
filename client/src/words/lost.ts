// What a page says when not even words can be had: the catalogues come from the server, and the server is
// what is missing. A sentence and the name of the button that tries again.

import type { Language } from "../state/chosen";

export const LOST: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["The kitchen does not answer. Is the server running?", "Try again"],
  de: ["Die Küche antwortet nicht. Läuft der Server?", "Nochmal versuchen"],
  pt_BR: ["A cozinha não responde. O servidor está ligado?", "Tentar de novo"],
};
