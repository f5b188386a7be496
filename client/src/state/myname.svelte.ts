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
  #kept: (() => unknown) | null = null; // was pressed, and needs a name first

  /** Something is typed that is not yet the reader's name. */
  get pending(): boolean {
    return this.typed.trim() !== "" && (this.changing || house.me?.name == null);
  }

  change(): void {
    this.typed = house.me?.name ?? "";
    this.attempt.clear();
    this.changing = true;
  }

  /** Do this under a name: now, or as soon as the form that asks for one has got it. */
  async first(work: () => unknown): Promise<void> {
    this.#kept = null;
    if (await this.settle()) await work();
    else this.#kept = work;
  }

  /** The form's own button: be called as is typed, and go on with what was pressed before. Whether there is a name. */
  async given(): Promise<boolean> {
    const kept = this.#kept; // should the form go with the answer
    if (!(await this.settle())) return false;
    this.#kept = null;
    await kept?.();
    return true;
  }

  /** The form is left: what waited for a name is not wanted any more. */
  left(): void {
    this.#kept = null;
    if (this.pending) void this.settle();
    else this.changing = false;
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
