/** Samples a second of recordings. */
export const MIX_RATE = 48_000;
/** Of what is encoded at once: 20 ms. */
export const MIX_FRAME = 960;
const SAMPLES_PER_MS = MIX_RATE / 1_000;
/** How late sound may come to be mixed in, ms. */
const LATENESS = 500;
/** Made up for at once, when time jumped: others wait meanwhile. */
const MAX_FRAMES = 500;
/** How often it is looked at who speaks, ms; and from which mean power on. */
const SPEAKER_STEP = 500;
const QUIET = 200 ** 2;

export interface AudioMixOptions {
  /** Every 20 ms of the recording once, from its start. */
  readonly onFrame: (pcm: Int16Array) => void;
  /** Who is the loudest from `time` on. */
  readonly onSpeaker: (source: string, time: number) => void;
}

/** Everybody's sound on one timeline; `at` and `now` are ms since the recording started. */
export interface AudioMix {
  add(source: string, pcm: Int16Array, at: number): void;
  advance(now: number): void;
  /** Everything up to `now`. */
  finish(now: number): void;
}

export function createAudioMix({ onFrame, onSpeaker }: AudioMixOptions): AudioMix {
  const frames = new Map<number, Int32Array>();
  const power = new Map<string, number>();
  let next = 0;
  let speaker = '';
  let speakerStep = 0;

  function emitUntil(end: number): void {
    while (next < end) {
      const sum = frames.get(next);
      frames.delete(next);
      next += 1;
      onFrame(sum === undefined ? new Int16Array(MIX_FRAME) : saturate(sum));
    }
  }

  function tellSpeaker(now: number): void {
    if (now < speakerStep + SPEAKER_STEP) return;
    const [loudest] = [...power].sort(([, a], [, b]) => b - a);
    const elapsed = (now - speakerStep) * SAMPLES_PER_MS;
    if (loudest !== undefined && loudest[0] !== speaker && loudest[1] / elapsed > QUIET) {
      [speaker] = loudest;
      onSpeaker(speaker, speakerStep);
    }
    power.clear();
    speakerStep = now;
  }

  function frameAt(index: number): Int32Array {
    let frame = frames.get(index);
    if (frame === undefined) {
      frame = new Int32Array(MIX_FRAME);
      frames.set(index, frame);
    }
    return frame;
  }

  return {
    add(source, pcm, at) {
      const start = Math.max(next * MIX_FRAME, Math.round(at * SAMPLES_PER_MS));
      // What belongs to frames that are out already is too late.
      const late = start - Math.round(at * SAMPLES_PER_MS);
      let energy = 0;
      for (let index = late; index < pcm.length; ) {
        const position = start + index - late;
        const offset = position % MIX_FRAME;
        const frame = frameAt(Math.floor(position / MIX_FRAME));
        const length = Math.min(MIX_FRAME - offset, pcm.length - index);
        for (let one = 0; one < length; one += 1) {
          const sample = pcm[index + one] ?? 0;
          energy += sample * sample;
          frame[offset + one] = (frame[offset + one] ?? 0) + sample;
        }
        index += length;
      }
      power.set(source, (power.get(source) ?? 0) + energy);
    },
    advance(now) {
      tellSpeaker(now);
      const due = Math.floor(((now - LATENESS) * SAMPLES_PER_MS) / MIX_FRAME);
      emitUntil(Math.min(due, next + MAX_FRAMES));
    },
    finish(now) {
      tellSpeaker(now);
      emitUntil(Math.ceil((now * SAMPLES_PER_MS) / MIX_FRAME));
      frames.clear();
    },
  };
}

function saturate(sum: Int32Array): Int16Array {
  return Int16Array.from(sum, (sample) => Math.max(-32_768, Math.min(32_767, sample)));
}
