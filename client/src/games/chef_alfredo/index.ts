// Chef Alfredo in the browser.

export { default as board } from "./Board.svelte";
export { pace } from "./stage";
