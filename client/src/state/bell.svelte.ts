// Says that it is somebody's turn here: one quiet sound, if the reader has allowed it, when the table comes to
// wait for a seat of this device, and when somebody nudges. Never when a page is opened: the page says it.

import { chime } from "../ui/chime";
import { attention } from "./attention.svelte";
import { settings } from "./settings.svelte";

const RANG = "potluck.rang";
const LATELY = 3_000; // ms in which two tabs of one seat hear of the same turn

/** What the bell needs of its table. */
export interface Rung {
  readonly id: string;
  /** The table is known to this tab. */
  readonly known: boolean;
  /** A seat of this device that the table waits for, by the newest that is known. */
  readonly owed: number | null;
  /** The same, once the board shows it or nobody looks. */
  readonly due: number | null;
}

export class Bell {
  readonly #table: Rung;
  readonly #stop: () => void;
  #begun = false;
  #rang = false; // for this turn

  constructor(table: Rung) {
    this.#table = table;
    this.#stop = $effect.root(() => {
      $effect(() => this.#hear(table.known, table.owed, table.due));
    });
  }

  /** The page is left. */
  close(): void {
    this.#stop();
  }

  /** Sound now, if that is wished. */
  ring(): void {
    const wished = settings.sound === "always" || (settings.sound === "away" && attention.elsewhere);
    if (wished && first(this.#table.id)) chime();
  }

  #hear(known: boolean, owed: number | null, due: number | null): void {
    if (!known) return;
    if (owed === null) this.#rang = false;
    else if (due !== null && !this.#rang) {
      this.#rang = true;
      if (this.#begun) this.ring();
    }
    this.#begun = true;
  }
}

/** Whether no other tab of this browser has sounded for the same table just now. */
function first(table: string): boolean {
  try {
    const [last, at] = (localStorage.getItem(RANG) ?? "").split(" ");
    const passed = Date.now() - Number(at);
    if (last === table && passed >= 0 && passed < LATELY) return false;
    localStorage.setItem(RANG, `${table} ${Date.now()}`);
  } catch {
    // Private mode: every tab sounds for itself.
  }
  return true;
}
