// A line for where sockets are blocked: what is said goes by POST, what is heard comes by a GET that waits for
// it. Same messages, same order; whatever fails ends it, and another is opened, as with a socket.

import type { LineMade } from "../wire";
import { ask, OURS, Refusal } from "./api";
import type { Socket } from "./line";

const BATCH = 16_000; // characters said at once, unless one message is longer
// Something is set up wrong: trying again would not help.
const FINAL: readonly number[] = [403, 421];

export class Posted implements Socket {
  onopen: ((event: any) => void) | null = null;
  onmessage: ((event: any) => void) | null = null;
  onclose: ((event: any) => void) | null = null;
  onerror: ((event: any) => void) | null = null;
  onbetter: (() => void) | null = null;
  readonly slow = true;
  readonly #works: () => void;
  readonly #left = new AbortController();
  #line: LineMade | null = null;
  #waiting: string[] = [];
  #saying = false;

  /** `works` is called once the server has answered. */
  constructor(works: () => void) {
    this.#works = works;
    void this.#run();
  }

  /** Aborted when the line is over, whoever ended it. */
  get over(): AbortSignal {
    return this.#left.signal;
  }

  send(text: string): void {
    this.#waiting.push(text);
    if (!this.#saying) void this.#say();
  }

  close(): void {
    if (this.over.aborted) return;
    this.#left.abort();
    if (this.#line) this.#leave(this.#line);
  }

  async #run(): Promise<void> {
    try {
      const line = (await (await ask("/api/line", { method: "POST", headers: OURS })).json()) as LineMade;
      if (this.over.aborted) return this.#leave(line);
      this.#line = line;
      this.#works();
      this.onopen?.({});
      while (!this.over.aborted) {
        const heard = await (await ask("/api/line/heard", { headers: this.#proof(line), signal: this.over })).text();
        for (const data of heard.split("\n")) if (data) this.onmessage?.({ data });
      }
    } catch (error) {
      if (!this.#line && error instanceof Refusal && FINAL.includes(error.status)) {
        this.onmessage?.({ data: JSON.stringify({ t: "refused", id: null, why: error.why, final: true }) });
      }
      this.#end();
    }
  }

  async #say(): Promise<void> {
    this.#saying = true;
    try {
      while (this.#line && this.#waiting.length > 0 && !this.over.aborted) {
        await this.#post(this.#line, "said", this.#batch());
      }
    } catch {
      this.#end();
    } finally {
      this.#saying = false;
    }
  }

  /** As many of the messages that wait as fit. */
  #batch(): string {
    let count = 1;
    for (let size = this.#waiting[0]!.length; count < this.#waiting.length; count += 1) {
      size += this.#waiting[count]!.length;
      if (size > BATCH) break;
    }
    return this.#waiting.splice(0, count).join("\n");
  }

  #leave(line: LineMade): void {
    this.#post(line, "closed", "").catch(() => undefined);
  }

  #post(line: LineMade, what: string, body: string): Promise<Response> {
    // The last word is to arrive though the page is gone.
    return ask(`/api/line/${what}`, { method: "POST", headers: { ...OURS, ...this.#proof(line) }, body, keepalive: what === "closed" });
  }

  #proof(line: LineMade): Record<string, string> {
    return { Authorization: `line ${line.line}` };
  }

  #end(): void {
    if (this.over.aborted) return;
    this.#left.abort();
    this.onclose?.({});
  }
}
