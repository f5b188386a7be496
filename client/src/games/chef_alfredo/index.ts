// Chef Alfredo in the browser.

export { default as board } from "./Board.svelte";
export { beat } from "./stage";
