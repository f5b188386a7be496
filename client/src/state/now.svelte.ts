// The time as pages say it: minutes matter, seconds do not.

const EVERY = 15_000; // ms

class Now {
  /** In seconds since 1970. */
  seconds = $state(Date.now() / 1000);

  constructor() {
    const tick = () => {
      if (document.visibilityState === "visible") this.seconds = Date.now() / 1000;
    };
    setInterval(tick, EVERY);
    document.addEventListener("visibilitychange", tick);
  }
}

export const now = new Now();
