// What those who play decide together: what is open, and in words what has become of it.

import { announcer } from "../a11y/announce.svelte";
import type { Proposal, Room, SeatInfo } from "../wire";
import { t } from "./house.svelte";
import type { Server } from "./known.svelte";

const STAYS = 20_000; // ms that an outcome can be read

/** What has become of a proposal. */
export interface Outcome {
  id: number;
  carried: boolean;
  words: string;
}

/** What tells one proposal from another. */
export function proposalKey(each: Pick<Proposal, "about" | "seat">): string {
  return each.seat === null ? each.about : `${each.about} ${each.seat}`;
}

/** An invitation that is agreed on: its link can be made. */
export function agreed({ about, by, needed }: Proposal): boolean {
  return about === "place" && by.length >= needed;
}

/** Whether a proposal that is gone was carried, by what the table was and is. That a game goes on was not. */
function carried({ about, seat }: Proposal, before: Room, after: Room): boolean {
  if (about === "close" || seat === null) return false;
  const who = after.seats[seat];
  if (about === "bot") return who?.kind === "bot";
  if (about === "back") return who?.owner === null;
  return who?.owner != null && isHere(who) && (who.name !== before.seats[seat]?.name || who.owner !== before.seats[seat]?.owner);
}

function isHere(who: SeatInfo | undefined): boolean {
  return who?.kind === "human" && who.away === null;
}

export class Votes {
  readonly #server: Server;
  readonly #names: () => readonly string[];
  #next = 0;
  outcomes: Outcome[] = $state([]);

  /** `names`: of the seats, as they are now. */
  constructor(server: Server, names: () => readonly string[]) {
    this.#server = server;
    this.#names = names;
  }

  /** The room is about to be another one. */
  turned(before: Room | null, after: Room): void {
    if (before?.table !== after.table || after.status !== "playing") return; // the end has a page of its own
    const open = new Set(after.proposals.map(proposalKey));
    for (const gone of before.proposals) {
      if (!open.has(proposalKey(gone))) this.#gone(gone, before, after);
    }
    const known = new Set(before.proposals.map(proposalKey));
    const others = after.proposals.filter((each) => !known.has(proposalKey(each)) && this.concerns(each));
    if (others.some((each) => !each.by.some((seat) => this.#server.ours.includes(seat)))) announcer.say(t("votes.new"));
  }

  /** Whether a proposal is anything to the reader: a seat that is asked back is for who plays it and who asks. */
  concerns({ about, seat }: Proposal): boolean {
    return about !== "back" || (seat !== null && [...this.#server.ours, ...this.#server.back].includes(seat));
  }

  /** What is proposed, in a sentence; of the reader's own seat in the second person. */
  sentence({ about, level, seat }: Proposal, room: Room): string {
    if (about === "back" && seat !== null && this.#server.back.includes(seat)) return t("votes.back.mine");
    const name = seat === null ? "" : (personOf(room, seat) ?? t("table.somebody"));
    return t(`votes.${about}`, { name, level: level === null ? "" : t(`level.${level}`) });
  }

  /** It has been read. */
  drop(id: number): void {
    this.outcomes = this.outcomes.filter((each) => each.id !== id);
  }

  #gone(gone: Proposal, before: Room, after: Room): void {
    const done = carried(gone, before, after);
    if (!done && !this.concerns(gone)) return;
    const { about, seat } = gone;
    const name = seat === null ? "" : (personOf(before, seat) ?? this.#names()[seat] ?? "");
    const returned = seat !== null && !done && about !== "back" && !isHere(before.seats[seat]) && isHere(after.seats[seat]);
    const key = returned ? "votes.returned" : done ? `votes.carried.${about}` : agreed(gone) ? "votes.unused" : `votes.lapsed.${about}`;
    this.#tell(done || returned, t(key, { name }));
  }

  #tell(done: boolean, words: string): void {
    const id = this.#next++;
    this.outcomes = [...this.outcomes, { id, carried: done, words }];
    announcer.say(words);
    setTimeout(() => this.drop(id), STAYS);
  }
}

/** Whose seat it is: the owner in whose place somebody plays, else who plays. */
export function personOf(room: Room, seat: number): string | null {
  const who = room.seats[seat];
  return who?.owner ?? who?.name ?? null;
}
