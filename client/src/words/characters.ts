/** How long a name is as the server counts it: what is seen of it, composed, with single spaces. */
export function characters(name: string): number {
  return [...name.normalize("NFC").replace(/\p{Zs}+/gu, " ").trim()].length;
}
