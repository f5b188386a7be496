import { beforeEach, expect, test, vi } from "vitest";

const param = () => ({ value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
let gains: ReturnType<typeof param>[];
let tones: { start: ReturnType<typeof vi.fn>; stop: ReturnType<typeof vi.fn> }[];
let allowed: boolean;

class FakeContext {
  state: AudioContextState = allowed ? "running" : "suspended";
  currentTime = 0;
  destination = {};
  async resume(): Promise<void> {
    if (!allowed) throw new Error("nobody has touched the page");
    this.state = "running";
  }
  createOscillator() {
    const tone = { frequency: param(), connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() };
    tones.push(tone);
    return tone;
  }
  createGain() {
    const gain = param();
    gains.push(gain);
    return { gain, connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeContext);
  gains = [];
  tones = [];
  allowed = true;
});

test("nothing sounds before the page was touched, and nothing later of what could not", async () => {
  const { allowSound, allowSoundOnTouch, chime } = await import("./chime");
  expect(chime()).toBe(false);
  const stop = allowSoundOnTouch();
  expect(tones).toEqual([]);
  dispatchEvent(new Event("keydown"));
  expect(tones).toEqual([]);
  expect(chime()).toBe(true);
  stop();
  await allowSound();
  expect(tones).toHaveLength(4);
});

test("it is quiet and short", async () => {
  const { allowSound, chime } = await import("./chime");
  await allowSound();
  chime();
  const loudest = Math.max(...gains.flatMap((gain) => gain.linearRampToValueAtTime.mock.calls.map(([loud]) => loud as number)));
  expect(loudest).toBeLessThan(0.1);
  const ends = tones.flatMap((tone) => tone.stop.mock.calls.map(([at]) => at as number));
  expect(Math.max(...ends)).toBeLessThan(1);
  expect(tones.every((tone) => tone.start.mock.calls.length === 1)).toBe(true);
});

test("a browser that refuses, or cannot sound at all, is no error", async () => {
  const first = await import("./chime");
  allowed = false;
  await first.allowSound();
  expect(first.chime()).toBe(false);
  vi.resetModules();
  vi.stubGlobal("AudioContext", undefined);
  const second = await import("./chime");
  await second.allowSound();
  expect(second.chime()).toBe(false);
});
