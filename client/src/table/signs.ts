// Signs for kinds of events in the log, by what games call them: the same thing has the same name in every game.
// The words say it, too, so a sign is for the eye alone.

import Award from "@lucide/svelte/icons/award";
import Check from "@lucide/svelte/icons/check";
import Dices from "@lucide/svelte/icons/dices";
import Eye from "@lucide/svelte/icons/eye";
import Info from "@lucide/svelte/icons/info";
import MessageCircleQuestion from "@lucide/svelte/icons/message-circle-question-mark";
import ThumbsDown from "@lucide/svelte/icons/thumbs-down";
import ThumbsUp from "@lucide/svelte/icons/thumbs-up";
import Trophy from "@lucide/svelte/icons/trophy";
import X from "@lucide/svelte/icons/x";
import type { Component } from "svelte";

import type { Line } from "./lines";

const SIGNS: ReadonlyMap<string, Component> = new Map<string, Component>([
  ...["right", "illegal", "yes", "asked_yes", "pact_yes"].map((name) => [name, Check] as const),
  ...["wrong", "no", "asked_no", "pact_no"].map((name) => [name, X] as const),
  ...["take", "point", "caught", "proved", "collected", "bonus", "took"].map((name) => [name, Award] as const),
  ...["guess", "question", "asked"].map((name) => [name, MessageCircleQuestion] as const),
  ...["look", "lift", "peeked", "saw"].map((name) => [name, Eye] as const),
  ["roll", Dices],
  ["chef", Dices],
  ["trust", ThumbsUp],
  ["doubt", ThumbsDown],
  ["over", Trophy],
]);

/** The sign of a line; none for most of what happens. */
export const signOf = ({ kind, name }: Line): Component | undefined => (kind === "house" ? (Info as Component) : SIGNS.get(name));
