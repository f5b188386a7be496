// Everything a page is drawn with.

import { mount } from "svelte";

import "./fonts.css";
import "./tokens.css";
import "./base.css";
import App from "./App.svelte";

// The letters are on their way since the page began. If they come after the words, lines break anew under the
// reader's eyes; so they are waited for, but not long.
const LETTERS = ['600 1em "Fraunces"', '400 1em "Atkinson Hyperlegible Next Variable"'];
const PATIENCE = 500; // ms

async function letters(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  await Promise.race([late, Promise.all(LETTERS.map((each) => document.fonts.load(each))).catch(() => undefined)]);
}

/** Draw the page; rejects if nothing can be drawn. */
export async function draw(): Promise<void> {
  await letters();
  const target = document.getElementById("app")!;
  target.replaceChildren();
  mount(App, { target });
}
