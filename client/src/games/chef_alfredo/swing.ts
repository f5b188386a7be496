// Two pots change places: each comes from where the other stood, in an arc so that they pass each other.

import { SWAP } from "./stage";

/** Let what stands on two hotplates swing to its new place. `speed` is a factor on durations. */
export function swing(stove: HTMLElement, [one, two]: readonly [number, number], speed: number): void {
  const [first, second] = [one, two].map((pot) => stove.querySelector<HTMLElement>(`[data-pot="${pot}"] .stand`));
  if (!first || !second || typeof first.animate !== "function") return;
  const [a, b] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
  fly(first, b.left - a.left, b.top - a.top, speed);
  fly(second, a.left - b.left, a.top - b.top, speed);
}

function fly(element: HTMLElement, dx: number, dy: number, speed: number): void {
  const wide = 0.3;
  const frames = Array.from({ length: 13 }, (_, at) => {
    const part = at / 12;
    const [along, aside] = [(1 + Math.cos(Math.PI * part)) / 2, wide * Math.sin(Math.PI * part)];
    const size = 1 + 0.12 * Math.sin(Math.PI * part);
    return { transform: `translate(${dx * along - dy * aside}px, ${dy * along + dx * aside}px) scale(${size})`, offset: part };
  });
  element.animate(frames, { id: "swap", duration: SWAP * speed, delay: 250 * speed, fill: "backwards", easing: "linear" });
}
