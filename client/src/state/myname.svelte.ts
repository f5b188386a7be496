// The name the reader is typing, in whichever of the name forms: whatever they do next takes it along.

import { Attempt } from "./attempt.svelte";
import { house } from "./house.svelte";

class MyName {
  typed = $state("");
  /** A name that is known already is being changed. */
  changing = $state(false);
  readonly attempt = new Attempt();
  /** The field that is on the page. */
  field: HTMLInputElement | null = null;
  #settling: Promise<boolean> | null = null;

  /** Something is typed that is not yet the reader's name. */
  get pending(): boolean {
    return this.typed.trim() !== "" && (this.changing || house.me?.name == null);
  }

  change(): void {
    this.typed = house.me?.name ?? "";
    this.attempt.clear();
    this.changing = true;
  }

  /** Be called as is typed; whether the reader has a name now. If not, the form says why, and has the focus. */
  settle(): Promise<boolean> {
    this.#settling ??= this.#settle().finally(() => (this.#settling = null));
    return this.#settling;
  }

  async #settle(): Promise<boolean> {
    const name = this.typed.trim();
    const known = house.me?.name ?? null;
    if (this.pending && name !== known) {
      await this.attempt.run(() => house.rename(name));
    } else if (known === null) {
      this.attempt.refuse("name.missing");
    } else {
      this.attempt.clear(); // of another name that was given up
    }
    if (this.attempt.why !== null) {
      this.field?.focus();
      return false;
    }
    this.typed = "";
    this.changing = false;
    return true;
  }
}

export const myName = new MyName();
