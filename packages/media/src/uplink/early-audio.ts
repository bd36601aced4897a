import type { MediaClock } from '../audio/media-clock.ts';

/** What a page may have kept, samples at 16 kHz: ten seconds. */
const MOST_SAMPLES = 160_000;
/** How long what is said now waits for what was said before; a page that dies says no last word. */
const PATIENCE = 3_000;

/** Puts what a person said while connecting before what they say now. */
export interface EarlyAudio {
  /** Of the microphone, as it arrives. */
  hear(pcm: Int16Array): void;
  /** A piece of what was said before: signed 16-bit little-endian in base64. */
  take(piece: { readonly pcm: string; readonly last: boolean }): void;
  close(): void;
}

export function createEarlyAudio(options: {
  readonly clock: Pick<MediaClock, 'schedule'>;
  readonly deliver: (pcm: Int16Array) => void;
}): EarlyAudio {
  const { clock, deliver } = options;
  let taken = 0;
  let ended = false;
  /** Null: nothing is waited for. */
  let held: Int16Array[] | null = null;
  let cancelPatience = (): void => {};

  const release = (): void => {
    ended = true;
    cancelPatience();
    const waiting = held ?? [];
    held = null;
    for (const pcm of waiting) deliver(pcm);
  };

  return {
    hear(pcm) {
      if (held === null) deliver(pcm);
      else held.push(pcm);
    },
    take({ pcm, last }) {
      if (ended) return;
      if (held === null) {
        held = [];
        cancelPatience = clock.schedule(PATIENCE, release);
      }
      const samples = decode(pcm).subarray(0, MOST_SAMPLES - taken);
      taken += samples.length;
      if (samples.length > 0) deliver(samples);
      if (last) release();
    },
    close() {
      ended = true;
      held = null;
      cancelPatience();
    },
  };
}

function decode(base64: string): Int16Array {
  const bytes = Buffer.from(base64, 'base64');
  const samples = new Int16Array(bytes.length >> 1);
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = bytes.readInt16LE(index * 2);
  return samples;
}
