// Whoever was pressing goes on for a moment. What comes up where something else was comes only once hands have
// been at rest, and answers only once it could be seen: no press meant for what was there hits it, no key held down.

const REST = 1600; // ms without a press until it shows; whoever taps once a second has not come to rest
const SEEN = 600; // ms that it shows before it answers; a press in that time was on its way, and it is gone again
const PRESSES = ["pointerdown", "pointerup", "keydown", "keyup"] as const;
const KEYS = ["Enter", " "]; // those that press

export interface Rest {
  /** Hands have been at rest since this component came up: it may be shown. */
  readonly over: boolean;
  /** It has been shown long enough to be meant by a press. */
  readonly answers: boolean;
}

/** To be asked while a component is made. */
export function rest(): Rest {
  let over = $state(false);
  let answers = $state(false);
  $effect(() => {
    let timer = setTimeout(rested, REST);
    function pressed(event: Event): void {
      if (event instanceof KeyboardEvent && !KEYS.includes(event.key)) return;
      clearTimeout(timer);
      over = false;
      timer = setTimeout(rested, REST);
    }
    function stop(): void {
      clearTimeout(timer);
      for (const press of PRESSES) removeEventListener(press, pressed, true);
    }
    function rested(): void {
      over = true;
      timer = setTimeout(seen, SEEN);
    }
    function seen(): void {
      stop();
      answers = true;
    }
    for (const press of PRESSES) addEventListener(press, pressed, true);
    return stop;
  });
  return {
    get over() {
      return over;
    },
    get answers() {
      return answers;
    },
  };
}
