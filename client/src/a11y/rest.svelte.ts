// Whoever was pressing goes on for a moment. What comes up where something else was answers only once hands
// have been at rest, so that no press meant for what was there hits it, and no key that is held down.

const REST = 900; // ms without a press
const PRESSES = ["pointerdown", "pointerup", "keydown", "keyup"] as const;
const KEYS = ["Enter", " "]; // those that press

export interface Rest {
  /** Hands have been at rest since this component came up. */
  readonly over: boolean;
}

/** To be asked while a component is made. */
export function rest(): Rest {
  let over = $state(false);
  $effect(() => {
    let timer = setTimeout(done, REST);
    function pressed(event: Event): void {
      if (event instanceof KeyboardEvent && !KEYS.includes(event.key)) return;
      clearTimeout(timer);
      timer = setTimeout(done, REST);
    }
    function stop(): void {
      clearTimeout(timer);
      for (const press of PRESSES) removeEventListener(press, pressed, true);
    }
    function done(): void {
      stop();
      over = true;
    }
    for (const press of PRESSES) addEventListener(press, pressed, true);
    return stop;
  });
  return {
    get over() {
      return over;
    },
  };
}
