import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { VirtualClock } from './virtual-clock.ts';

export interface FakeOutput extends AudioOutput {
  /** Every sample that was played. */
  readonly played: readonly number[];
  /** When its frame went out, per frame that held sound. */
  readonly frames: readonly {
    readonly at: number;
    readonly samples: number;
    readonly gain: number;
  }[];
  readonly paused: boolean;
  readonly gain: number;
}

const FRAME = 20;

/** Plays in frames of 20 ms of the virtual clock; idle, it leaves no timer. */
export function createFakeOutput(clock: VirtualClock, sampleRate = 16_000): FakeOutput {
  const played: number[] = [];
  const frames: { at: number; samples: number; gain: number }[] = [];
  const listeners = new Set<(playedSamples: number) => void>();
  let buffered: number[] = [];
  let paused = false;
  let gain = 1;
  let cancel: (() => void) | null = null;

  function arm() {
    if (cancel !== null || paused || buffered.length === 0) return;
    cancel = clock.schedule(FRAME - (clock.now() % FRAME), playFrame);
  }

  function disarm() {
    cancel?.();
    cancel = null;
  }

  function playFrame() {
    cancel = null;
    const frame = buffered.splice(0, (sampleRate * FRAME) / 1_000);
    for (const sample of frame) played.push(sample);
    frames.push({ at: clock.now(), samples: frame.length, gain });
    for (const listener of listeners) listener(played.length);
    arm();
  }

  return {
    sampleRate,
    played,
    frames,
    get paused() {
      return paused;
    },
    get gain() {
      return gain;
    },
    get writtenSamples() {
      return played.length + buffered.length;
    },
    get playedSamples() {
      return played.length;
    },
    write(pcm) {
      buffered = buffered.concat(Array.from(pcm));
      arm();
    },
    pause() {
      paused = true;
      disarm();
    },
    resume() {
      paused = false;
      arm();
    },
    setGain(next) {
      gain = next;
    },
    clear() {
      buffered = [];
      disarm();
      return played.length;
    },
    onPlayed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
