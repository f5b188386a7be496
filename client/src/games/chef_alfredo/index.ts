// Chef Alfredo in the browser.

export { default as board } from "./Board.svelte";
export { default as prize } from "./Prize.svelte";
export { beat } from "./stage";
export const described = true; // what a pot is known to hold
export { pictures } from "./rules";
