import type { VadStream } from '@kindling/conversation';

/** A participant's words between two pauses. */
export interface Utterance {
  /** Mono 16 kHz, in [-1, 1]. */
  readonly pcm: Float32Array;
  /** When its first sample was heard, ms. */
  readonly startedAt: number;
}

/** Cuts one person's sound into utterances. */
export interface Utterances {
  /** `at`: when the first sample of `pcm` belongs, ms. */
  push(pcm: Int16Array, at: number): void;
  /** Nothing came for a while, or will come: what was said so far is an utterance. */
  flush(): void;
  close(): void;
}

const SAMPLES_PER_MS = 16;
/** Steps of 32 ms: kept from before speech; of silence that end it; the longest utterance. */
const PREROLL_STEPS = 10;
const PAUSE_STEPS = 20;
const MAX_STEPS = 625;
/** Nobody waits for more silence than ends an utterance, ms. */
const MAX_GAP = 700;

export function createUtterances(
  vad: VadStream,
  onUtterance: (utterance: Utterance) => void,
): Utterances {
  const size = vad.frameSamples;
  let steps: Float32Array[] = [];
  let step = new Float32Array(size);
  let filled = 0;
  let speaking = false;
  let silent = 0;
  let voiced = 0;
  /** When the next sample is due, ms. */
  let due: number | null = null;

  function finish(): void {
    if (speaking) {
      const end = due ?? 0;
      const length = steps.length * size;
      const pcm = new Float32Array(length);
      for (const [index, one] of steps.entries()) pcm.set(one, index * size);
      const startedAt = end - (length + filled) / SAMPLES_PER_MS;
      onUtterance({ pcm, startedAt });
    }
    speaking = false;
    silent = 0;
    voiced = 0;
    steps = [];
  }

  function handleStep(): void {
    const isVoice = vad.process(step) >= 0.5;
    steps.push(step);
    step = new Float32Array(size);
    filled = 0;
    if (speaking) {
      silent = isVoice ? 0 : silent + 1;
      if (silent >= PAUSE_STEPS || steps.length >= MAX_STEPS) finish();
      return;
    }
    voiced = isVoice ? voiced + 1 : 0;
    // One step alone is a click.
    if (voiced >= 2) speaking = true;
    else if (steps.length > PREROLL_STEPS) steps.shift();
  }

  function feed(pcm: Int16Array): void {
    for (const sample of pcm) {
      step[filled] = sample / 32_768;
      filled += 1;
      due = (due ?? 0) + 1 / SAMPLES_PER_MS;
      if (filled === size) handleStep();
    }
  }

  return {
    push(pcm, at) {
      due ??= at;
      const gap = at - due;
      // A sender that says nothing sends nothing.
      if (gap > 1) feed(new Int16Array(Math.round(Math.min(gap, MAX_GAP) * SAMPLES_PER_MS)));
      due = at;
      feed(pcm);
    },
    flush: finish,
    close() {
      finish();
      vad.close();
    },
  };
}
