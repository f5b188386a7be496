// Cooking Rumble in the browser.

export { default as board } from "./Board.svelte";
export { default as panel } from "./Panel.svelte";
export { default as prize } from "./Prize.svelte";
export { beat, draw as stands } from "./stage";
export { pictures } from "./rules";
