// The pictures in the rules of Cooking Rumble, made of its pieces.

import "../colours.css";

import Cards from "./Cards.svelte";
import Judge from "./Judge.svelte";
import Recipe from "./Recipe.svelte";
import Wilds from "./Wilds.svelte";

export const pictures = { cards: Cards, wilds: Wilds, recipe: Recipe, judge: Judge };
