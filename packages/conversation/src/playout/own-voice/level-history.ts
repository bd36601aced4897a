/** How loud something was in each 16 ms of the last two seconds. Times are ms of the call's clock. */
export interface LevelHistory {
  /** Samples in [-1, 1], the last of which was heard at `endAt`. */
  add(samples: ArrayLike<number>, endAt: number, sampleRate: number, gain?: number): void;
  /** Decibels of full scale of the `count` steps before `endAt`, oldest first; `SILENT` where nothing was added. */
  before(endAt: number, count: number): number[];
}

/** ms */
export const STEP = 16;
/** Quieter than that is silence, decibels of full scale. */
export const SILENT = -70;
const STEPS = 128;

export function createLevelHistory(): LevelHistory {
  const energy = new Float64Array(STEPS);
  const counts = new Uint32Array(STEPS);
  let newest = Number.NEGATIVE_INFINITY;

  function slotOf(time: number): number {
    const step = Math.floor(time / STEP);
    const from = Math.max(newest + 1, step - STEPS + 1);
    for (let cleared = from; cleared <= step; cleared += 1) {
      energy[cleared % STEPS] = 0;
      counts[cleared % STEPS] = 0;
    }
    newest = Math.max(newest, step);
    return step % STEPS;
  }

  function level(step: number): number {
    if (step > newest || step <= newest - STEPS || step < 0) return SILENT;
    const count = counts[step % STEPS] ?? 0;
    const mean = count === 0 ? 0 : (energy[step % STEPS] ?? 0) / count;
    return Math.max(SILENT, 10 * Math.log10(mean));
  }

  return {
    add(samples, endAt, sampleRate, gain = 1) {
      const start = endAt - (samples.length * 1_000) / sampleRate;
      for (let index = 0; index < samples.length; index += 1) {
        const slot = slotOf(start + (index * 1_000) / sampleRate);
        energy[slot] = (energy[slot] ?? 0) + ((samples[index] ?? 0) * gain) ** 2;
        counts[slot] = (counts[slot] ?? 0) + 1;
      }
    },
    before(endAt, count) {
      const last = Math.floor(endAt / STEP) - 1;
      return Array.from({ length: count }, (_, index) => level(last - count + 1 + index));
    },
  };
}
