/** Gain that changes linearly over time, so that a change makes no click. */
export interface GainRamp {
  /** Moves to `gain` over this many samples; 0 is at once. */
  set(gain: number, samples: number): void;
  /** Scales in place; saturates at the limits of 16 bit. */
  apply(pcm: Int16Array): void;
}

export function createGainRamp(): GainRamp {
  let current = 1;
  let target = 1;
  let step = 0;
  let left = 0;
  return {
    set(gain, samples) {
      target = gain;
      left = Math.max(0, Math.round(samples));
      step = left === 0 ? 0 : (target - current) / left;
      if (left === 0) current = target;
    },
    apply(pcm) {
      if (left === 0 && current === 1) return;
      for (let index = 0; index < pcm.length; index++) {
        if (left > 0) {
          left--;
          current = left === 0 ? target : current + step;
        }
        const scaled = Math.round((pcm[index] ?? 0) * current);
        pcm[index] = Math.max(-32_768, Math.min(32_767, scaled));
      }
    },
  };
}
