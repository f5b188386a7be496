// The talk at a table: lines come once each, in order, and others' count as unread until they are looked at.

import { announcer } from "../a11y/announce.svelte";
import type { ChatLine } from "../wire";
import { house } from "./house.svelte";
import type { Reader, Server } from "./known.svelte";

export class Talk {
  readonly #server: Server;
  readonly #reader: Reader;

  constructor(server: Server, reader: Reader) {
    this.#server = server;
    this.#reader = reader;
  }

  /** The index of the line to be told next; the server keeps only the newest, so the first here need not be the first. */
  get next(): number {
    return (this.#server.chat.at(-1)?.index ?? -1) + 1;
  }

  /** Lines came; `aloud`: they are said to whoever does not see them. */
  hear(lines: readonly ChatLine[], aloud: boolean): void {
    const { chat, look } = this.#server;
    const known = this.next;
    const news = lines.filter((line) => line.index >= known);
    if (news.length === 0) return;
    chat.push(...news);
    if (known === 0 && !look) return; // they were there before the reader
    const others = news.filter((line) => !this.#ours(line.seat));
    this.#reader.unread += others.length;
    if (!aloud) return;
    for (const line of others) announcer.say(heard(line));
  }

  // Said from here: by the seat looked at, or before the start by any of this device.
  #ours(seat: number | null): boolean {
    if (seat === null) return false;
    const { seat: own, seatsHere } = this.#server;
    return own === null ? seatsHere.includes(seat) : seat === own;
  }
}

function heard({ name, renamed, seat, text }: ChatLine): string {
  if (renamed) return house.speaker.term("chat.renamed", { before: name, after: text });
  return house.speaker.term(seat === null ? "table.chat_heard.watching" : "table.chat_heard", { name, text });
}
