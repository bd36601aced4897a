import type { PacedAudio } from '../port.ts';
import { createGainRamp } from './gain-ramp.ts';
import type { MediaClock } from './media-clock.ts';
import { createSampleQueue } from './sample-queue.ts';
import { createTalkspurtTimer, FRAME, type TalkspurtFrame } from './talkspurt.ts';
import type { Ticker } from './ticker.ts';

/** Silent frames after the last words: the receiver would stretch the last sound into the gap. */
const TRAILING_SILENCE = 2;

export interface PacedOutputOptions {
  readonly sampleRate: number;
  readonly clock: MediaClock;
  readonly ticker: Ticker;
  /** A whole 20 ms frame to send now; the array is used again for the next one. */
  readonly onFrame: (pcm: Int16Array, frame: TalkspurtFrame) => void;
  /** False while what is played would reach nobody: the output waits. */
  readonly isReady: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface PacedOutput extends PacedAudio {
  /** Looks again: something that `isReady` depends on has changed. */
  wake(): void;
  /** Stops for good; what is written later is dropped. */
  stop(): void;
}

/** Written audio, released in real time in frames of 20 ms. See `PacedAudio` for its meaning. */
export function createPacedOutput(options: PacedOutputOptions): PacedOutput {
  const { sampleRate, clock, ticker, onFrame, isReady, onError } = options;
  const queue = createSampleQueue();
  const gain = createGainRamp();
  const talkspurt = createTalkspurtTimer();
  const listeners = new Set<(playedSamples: number) => void>();
  const frame = new Int16Array((sampleRate * FRAME) / 1_000);
  let played = 0;
  let paused = false;
  let stopped = false;
  let trailing = 0;
  /** When what is left was found too short for a frame; more may be on its way. */
  let shortSince: number | null = null;

  const report = (): void => {
    for (const listener of [...listeners]) {
      try {
        listener(played);
      } catch (error) {
        onError(error);
      }
    }
  };

  const hasFrame = (now: number): boolean => {
    if (paused || !isReady() || queue.length === 0) return false;
    if (queue.length >= frame.length) {
      shortSince = null;
      return true;
    }
    shortSince ??= now;
    return now - shortSince >= FRAME;
  };

  const send = (slot: TalkspurtFrame): void => {
    const filled = queue.shift(frame);
    gain.apply(frame.subarray(0, filled));
    frame.fill(0, filled);
    played += filled;
    trailing = TRAILING_SILENCE;
    shortSince = null;
    onFrame(frame, slot);
    report();
  };

  const sendSilence = (slot: TalkspurtFrame): void => {
    trailing--;
    frame.fill(0);
    onFrame(frame, slot);
  };

  /** Sends what is due. A listener may pause, clear or write at any turn of the loop. */
  const advance = (now: number): void => {
    while (!stopped) {
      const speaking = hasFrame(now);
      // The end of an utterance waits for more rather than for silence.
      if (!speaking && (shortSince !== null || trailing === 0)) break;
      const slot = talkspurt.take(now);
      if (slot === null) break;
      if (speaking) send(slot);
      else sendSilence(slot);
    }
    if (stopped || (trailing === 0 && !canSpeak())) rest();
    else ticker.add(step);
  };

  let advancing = false;
  /** A write from within a listener is seen by the loop that called the listener. */
  const step = (now: number): void => {
    if (stopped || advancing) return;
    advancing = true;
    try {
      advance(now);
    } finally {
      advancing = false;
    }
  };

  const wake = (): void => step(clock.now());

  const canSpeak = (): boolean => !paused && queue.length > 0 && isReady();

  const rest = (): void => {
    talkspurt.end();
    shortSince = null;
    ticker.remove(step);
  };

  return {
    sampleRate,
    get writtenSamples() {
      return played + queue.length;
    },
    get playedSamples() {
      return played;
    },
    write(pcm) {
      if (stopped) return;
      queue.push(pcm);
      wake();
    },
    pause() {
      paused = true;
      shortSince = null;
    },
    resume() {
      paused = false;
      wake();
    },
    setGain(target, ramp) {
      if (!Number.isFinite(target) || target < 0) throw new RangeError('A gain is zero or more.');
      gain.set(target, talkspurt.running && !paused ? (ramp * sampleRate) / 1_000 : 0);
    },
    clear() {
      queue.clear();
      shortSince = null;
      return played;
    },
    onPlayed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake,
    stop() {
      stopped = true;
      queue.clear();
      listeners.clear();
      rest();
    },
  };
}
