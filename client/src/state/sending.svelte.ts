// A submission on its way: from the press of a button until its look is here. One move at a time.

import type { Line } from "../net/line";
import { nonce } from "../net/api";
import type { Move, Phrase, Undo } from "../wire";
import type { Reader, Server } from "./known.svelte";

const LATE = 4_000; // ms after the word that a submission counts; if its look is not here then, it is asked for

/** What is submitted, before it has an id. */
export type Act = Omit<Move, "id"> | Omit<Undo, "id">;

export class Sending {
  readonly #server: Server;
  readonly #reader: Reader;
  readonly #line: Pick<Line, "submit" | "again">;
  #own = new Set<string>(); // ids whose look is not seen yet
  #awaited: number | null = null; // the version at which the pending one is seen

  constructor(server: Server, reader: Reader, line: Pick<Line, "submit" | "again">) {
    this.#server = server;
    this.#reader = reader;
    this.#line = line;
  }

  /** `making`: its moves in words. */
  submit(act: Act, making: readonly Phrase[]): void {
    const message = { ...act, id: nonce() };
    this.#reader.pending = message.id;
    this.#reader.making = making;
    this.#reader.refuse(null);
    this.#own.add(message.id);
    this.#line.submit(message);
  }

  /** A look of this version is here. Whether it may answer a submission of ours. */
  seen(version: number): boolean {
    if (this.#awaited !== null && version >= this.#awaited) {
      this.#awaited = null;
      this.#arrived();
    }
    const own = this.#own.size > 0;
    this.#own.clear();
    return own;
  }

  /** It counts: it stops being on its way when its look is here. What is chosen on an older one would come to nothing. */
  done(id: string, version: number): void {
    if (id !== this.#reader.pending) return;
    if ((this.#server.newest?.version ?? 0) >= version) {
      this.#arrived();
      return;
    }
    this.#awaited = version;
    setTimeout(() => {
      if (this.#reader.pending === id && this.#server.line.kind === "open") this.#line.again();
    }, LATE);
  }

  /** It changed nothing. */
  refused(id: string | null, why: Phrase): void {
    if (id !== null) this.#own.delete(id);
    if (id === this.#reader.pending) this.#arrived();
    this.#reader.refuse(why);
  }

  forget(): void {
    this.#own.clear();
    this.#awaited = null;
    this.#arrived();
    this.#reader.refuse(null);
  }

  // Nothing is on its way any more.
  #arrived(): void {
    this.#reader.pending = null;
    this.#reader.making = [];
  }
}
