// Nudges, both ways: reminding those that the table has waited for, and being reminded. The server decides
// whether one is due; here it is only offered when it can be.

import { announcer } from "../a11y/announce.svelte";
import { nonce, UNREACHED } from "../net/api";
import type { Line } from "../net/line";
import type { Phrase } from "../wire";
import { say, t } from "./house.svelte";
import type { Reader, Server } from "./known.svelte";

const AFTER = 21_000; // ms; a second more than the server wants, whose clock begins later than ours

export class Nudging {
  readonly #server: Server;
  readonly #reader: Reader;
  readonly #line: Pick<Line, "tell">;
  readonly #stop: () => void;
  readonly #asked = new Map<string, number>(); // seats by the ids of messages not answered yet
  #long = $state(false); // the table has stood still for long enough
  #told: readonly number[] = $state.raw([]); // whom we have nudged in this turn of theirs

  /** People elsewhere, with a tab here, that the table waits for. */
  #others = $derived.by(() => {
    const { look, newest, room, seat, seatsHere } = this.#server;
    if (seat === null || room?.status !== "playing" || !look || look !== newest) return [];
    return look.view.waiting.filter((each) => {
      const who = room.seats[each];
      return who?.kind === "human" && who.present && who.away === null && !seatsHere.includes(each);
    });
  });
  /** Those who may be nudged now. */
  ready = $derived(this.#long ? this.#others.filter((each) => !this.#told.includes(each)) : []);
  /** Those who have been nudged from here, and are still waited for. */
  nudged = $derived(this.#others.filter((each) => this.#told.includes(each)));

  constructor(server: Server, reader: Reader, line: Pick<Line, "tell">) {
    this.#server = server;
    this.#reader = reader;
    this.#line = line;
    this.#stop = $effect.root(() => {
      // Every look begins the wait anew: somebody is busy.
      $effect(() => {
        void server.look;
        this.#long = false;
        const timer = setTimeout(() => (this.#long = true), AFTER);
        return () => clearTimeout(timer);
      });
      // Whose turn is over may be nudged in their next one.
      $effect(() => {
        const waiting = server.newest?.view.waiting ?? [];
        if (this.#told.some((each) => !waiting.includes(each))) this.#told = this.#told.filter((each) => waiting.includes(each));
        if (reader.nudged !== null && !this.#waited) reader.nudged = null;
      });
    });
  }

  /** The page is left. */
  close(): void {
    this.#stop();
  }

  /** Remind everybody who may be reminded. */
  nudge(): void {
    const sent = this.ready.filter((seat) => {
      const id = nonce();
      const left = this.#line.tell({ t: "nudge", id, seat });
      if (left) this.#asked.set(id, seat);
      return left;
    });
    this.#told = [...this.#told, ...sent];
    this.#reader.refuse(sent.length > 0 ? null : UNREACHED);
    announcer.say(sent.length > 0 ? t("nudge.done") : say(UNREACHED));
  }

  /** A seat of this device is reminded; whoever has chosen in secret need not hear of it. */
  heard(seat: number, by: number): boolean {
    const { seat: own, seatsHere } = this.#server;
    const ours = seat === own ? this.#waited : seatsHere.includes(seat);
    if (ours) this.#reader.nudged = by;
    return ours;
  }

  /** Whether this answers a nudge of ours. */
  answered(id: string | null): boolean {
    return id !== null && this.#asked.delete(id);
  }

  /** The server says no. Who has been nudged already, by anybody, need not be; the others may be again. */
  refused(id: string | null, why: Phrase): void {
    const seat = id === null ? undefined : this.#asked.get(id);
    if (this.answered(id) && why.key !== "error.nudge_again") this.#told = this.#told.filter((each) => each !== seat);
  }

  /** The line is lost, and whether what was not answered has arrived is not known: the server knows if asked again. */
  drop(): void {
    const unknown = [...this.#asked.values()];
    this.#asked.clear();
    if (unknown.length > 0) this.#told = this.#told.filter((each) => !unknown.includes(each));
  }

  /** The seat that was looked at is left. */
  forget(): void {
    this.drop();
    this.#reader.nudged = null;
  }

  // The seat that is looked at, or while none is one of this device, has something to choose.
  get #waited(): boolean {
    const { newest, seat, seatsHere, waiting } = this.#server;
    if (seat !== null) return newest?.view.waiting.includes(seat) ?? false;
    return seatsHere.some((each) => waiting.includes(each));
  }
}
