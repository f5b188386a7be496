// One quiet sound, made here note by note: two soft taps of a wooden spoon. Browsers let a page sound only
// after a person has touched it; until then, and where there is no sound at all, nothing is played, and
// nothing is kept to be played later.

const NOTES = [
  { hertz: 587.33, at: 0 },
  { hertz: 880, at: 0.14 },
] as const;
const LOUD = 0.07; // of 1
const SECONDS = 0.55; // until a note has died away

let context: AudioContext | null = null;

/** To be called while a person presses something: from then on the page may sound. */
export async function allowSound(): Promise<void> {
  if (typeof AudioContext !== "function") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") await context.resume();
  } catch {
    context = null; // no device that could sound
  }
}

/** Whether it was played. */
export function chime(): boolean {
  if (context?.state !== "running") return false;
  const { destination, currentTime } = context;
  for (const { hertz, at } of NOTES) {
    const begin = currentTime + 0.02 + at;
    // A tone and its third harmonic, which dies sooner: a struck piece of wood.
    for (const [factor, loud, seconds] of [[1, LOUD, SECONDS], [3.01, LOUD / 5, SECONDS / 4]] as const) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = hertz * factor;
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(loud, begin + 0.006);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
      tone.connect(gain).connect(destination);
      tone.start(begin);
      tone.stop(begin + seconds + 0.05);
    }
  }
  return true;
}

/** A page may not sound when it comes; the first press or key opens it. Returns how to stop. */
export function allowSoundOnTouch(): () => void {
  const touch = () => void allowSound();
  const kinds = ["pointerdown", "keydown"] as const;
  for (const kind of kinds) addEventListener(kind, touch, { capture: true, passive: true });
  return () => kinds.forEach((kind) => removeEventListener(kind, touch, { capture: true }));
}
