import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Clock } from '@kindling/protocol/clock';

/** A line to nobody: takes the assistant's sound at the pace of talk, and drops it. */
export interface TestLine extends AudioOutput {
  /** Nothing is left to be played. */
  readonly isQuiet: boolean;
  close(): void;
}

const FRAME = 20;

export function createTestLine(clock: Clock, sampleRate: number): TestLine {
  const listeners = new Set<(playedSamples: number) => void>();
  const frameSamples = (sampleRate * FRAME) / 1_000;
  let written = 0;
  let played = 0;
  let paused = false;
  let closed = false;
  let dueAt = 0;
  let cancel: (() => void) | null = null;

  function arm(): void {
    if (cancel !== null || paused || closed || played >= written) return;
    const now = clock.now();
    // From when the last frame was due, so that late timers do not slow it down.
    dueAt = Math.max(dueAt + FRAME, now);
    cancel = clock.schedule(dueAt - now, playFrame);
  }

  function playFrame(): void {
    cancel = null;
    played = Math.min(played + frameSamples, written);
    for (const listener of [...listeners]) listener(played);
    arm();
  }

  function disarm(): void {
    cancel?.();
    cancel = null;
  }

  return {
    sampleRate,
    get writtenSamples() {
      return written;
    },
    get playedSamples() {
      return played;
    },
    get isQuiet() {
      return played >= written;
    },
    write(pcm) {
      written += pcm.length;
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
    setGain() {},
    clear() {
      written = played;
      disarm();
      return played;
    },
    onPlayed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      disarm();
    },
  };
}
