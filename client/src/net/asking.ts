// Questions to the server that change nothing: why moves may not be made, what would come of them. Each is
// answered by its id, once; a question does not outlive the line it was asked over.

import type { FromTabMessage, NamedMove, Phrase, Reasons, Tried as TriedMessage } from "../wire";
import { nonce, Refusal, UNREACHED } from "./api";

/** What stands after moves that were tried: as in a look, and nothing of it has happened. */
export type Tried = Omit<TriedMessage, "t" | "id">;

interface Waiting {
  answer(message: Reasons | TriedMessage): void;
  refuse(why: Phrase): void;
}

/** The part of the line that is used. */
interface Asked {
  tell(message: FromTabMessage): boolean;
}

export class Asking {
  readonly #line: Asked;
  readonly #waiting = new Map<string, Waiting>();

  constructor(line: Asked) {
    this.#line = line;
  }

  /** Why these moves may not be made at that version, in their order. Rejects with a `Refusal`. */
  async why(version: number, moves: (string | NamedMove)[]): Promise<(Phrase | null)[]> {
    const answer = await this.#ask((id) => ({ t: "why", id, version, moves }));
    if (answer.t !== "reasons") throw new Refusal(UNREACHED, 0);
    return answer.why;
  }

  /** What these moves would lead to. Rejects with a `Refusal`, e.g. where luck would be asked. */
  async try(version: number, moves: (string | NamedMove)[]): Promise<Tried> {
    const answer = await this.#ask((id) => ({ t: "try", id, version, moves }));
    if (answer.t !== "tried") throw new Refusal(UNREACHED, 0);
    const { t: _, id: __, ...tried } = answer;
    return tried;
  }

  answered(message: Reasons | TriedMessage): void {
    this.#take(message.id)?.answer(message);
  }

  /** Whether the refused message was a question. */
  refused(id: string | null, why: Phrase): boolean {
    const waiting = id === null ? undefined : this.#take(id);
    waiting?.refuse(why);
    return waiting !== undefined;
  }

  /** The line is lost, or another seat is looked at: what was asked is not answered any more. */
  drop(): void {
    const dropped = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of dropped) each.refuse(UNREACHED);
  }

  #ask(message: (id: string) => FromTabMessage): Promise<Reasons | TriedMessage> {
    return new Promise((answer, reject) => {
      const refuse = (why: Phrase) => reject(new Refusal(why, 0));
      const id = nonce();
      if (this.#line.tell(message(id))) this.#waiting.set(id, { answer, refuse });
      else refuse(UNREACHED);
    });
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
