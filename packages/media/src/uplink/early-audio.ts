import type { Clock } from '@kindling/protocol/clock';

/** The most early audio a page records: ten seconds at 16 kHz. */
const MAX_SAMPLES = 160_000;
/** How long live audio waits for the last early chunk, ms: a page that dies never sends it. */
const LAST_CHUNK_TIMEOUT = 3_000;

/** Puts what a participant said while connecting before what they say now. */
export interface EarlyAudio {
  /** Live microphone audio, as it is decoded. */
  hear(pcm: Int16Array): void;
  /** One chunk of early audio: signed 16-bit little-endian in base64. */
  take(chunk: { readonly pcm: string; readonly last: boolean }): void;
  close(): void;
}

export function createEarlyAudio(options: {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly deliver: (pcm: Int16Array) => void;
}): EarlyAudio {
  const { clock, deliver } = options;
  let taken = 0;
  let ended = false;
  /** Live audio held back until the early audio is complete; null when none is expected. */
  let held: Int16Array[] | null = null;
  let cancelTimeout = (): void => {};

  const release = (): void => {
    ended = true;
    cancelTimeout();
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
        cancelTimeout = clock.schedule(LAST_CHUNK_TIMEOUT, release);
      }
      const samples = decode(pcm).subarray(0, MAX_SAMPLES - taken);
      taken += samples.length;
      if (samples.length > 0) deliver(samples);
      if (last) release();
    },
    close() {
      ended = true;
      held = null;
      cancelTimeout();
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
