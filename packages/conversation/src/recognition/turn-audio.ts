/** The audio of an open turn, with a pre-roll (TURN-2). Lengths are samples at 16 kHz. */
export interface TurnAudio {
  /** Samples of the segment so far. */
  readonly length: number;
  /** `probability` of speech shows where a long segment may be cut. */
  append(samples: Float32Array, probability: number): void;
  /** While no turn is open only the pre-roll is kept. */
  open(): void;
  /** Everything so far, copied. */
  snapshot(): Float32Array;
  /** Drops the oldest samples in whole steps; the rest is the new segment. */
  dropFirst(samples: number): void;
  /** Takes everything before the quietest step of the newest `window` samples (TURN-16). */
  takeToQuietest(window: number): Float32Array;
  close(): void;
}

interface Step {
  readonly samples: Float32Array;
  readonly probability: number;
}

const PREROLL_STEPS = 10;

export function createTurnAudio(): TurnAudio {
  let steps: Step[] = [];
  let length = 0;
  let opened = false;

  function takeSteps(count: number): Float32Array {
    const taken = join(steps.slice(0, count));
    steps = steps.slice(count);
    length -= taken.length;
    return taken;
  }

  return {
    get length() {
      return length;
    },
    append(samples, probability) {
      steps.push({ samples, probability });
      length += samples.length;
      // The pre-roll and the two voiced steps that made it speech.
      if (!opened && steps.length > PREROLL_STEPS + 2) length -= steps.shift()?.samples.length ?? 0;
    },
    open() {
      opened = true;
    },
    snapshot: () => join(steps),
    dropFirst(samples) {
      let count = 0;
      for (let seen = 0; seen < samples && count < steps.length; count += 1) {
        seen += steps[count]?.samples.length ?? 0;
      }
      takeSteps(count);
    },
    takeToQuietest(window) {
      let quietest = steps.length - 1;
      let seen = 0;
      for (let index = steps.length - 1; index > 0 && seen < window; index -= 1) {
        const step = steps[index];
        const best = steps[quietest];
        if (step && best && step.probability < best.probability) quietest = index;
        seen += step?.samples.length ?? 0;
      }
      return takeSteps(quietest);
    },
    close() {
      opened = false;
      steps = steps.slice(-PREROLL_STEPS);
      length = steps.reduce((sum, step) => sum + step.samples.length, 0);
    },
  };
}

function join(steps: readonly Step[]): Float32Array {
  const joined = new Float32Array(steps.reduce((sum, step) => sum + step.samples.length, 0));
  let offset = 0;
  for (const { samples } of steps) {
    joined.set(samples, offset);
    offset += samples.length;
  }
  return joined;
}
