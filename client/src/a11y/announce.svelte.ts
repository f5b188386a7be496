// The live region: what happened, said in words, in the order it happened. Sentences that come close
// together are said as one, so that a screen reader does not drop the first.

const GATHER = 80; // ms
const STAYS = 4_000; // ms; what was said is read by then, and the page keeps no history in it

class Announcer {
  said = $state("");
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #even = false;

  say(sentence: string): void {
    this.#waiting.push(sentence);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#even = !this.#even;
      // The same words twice are said twice: a space that is not heard makes them another text.
      this.said = this.#waiting.join(" ") + (this.#even ? "" : "\u00a0");
      this.#waiting = [];
      clearTimeout(this.#fading);
      this.#fading = setTimeout(() => (this.said = ""), STAYS);
    }, GATHER);
  }

  /** Nothing that was said stands there any more, and nothing that waits is said. */
  clear(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#fading);
    this.#timer = undefined;
    this.#waiting = [];
    this.said = "";
  }
}

export const announcer = new Announcer();
