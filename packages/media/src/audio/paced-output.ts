import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Clock } from '@kindling/protocol/clock';
import { createGainRamp } from './gain-ramp.ts';
import { createSampleQueue } from './sample-queue.ts';
import { createTalkspurtTimer, FRAME_DURATION, type TalkspurtFrame } from './talkspurt.ts';
import type { Ticker } from './ticker.ts';

/** Silent frames sent after the last samples: receivers would stretch the last sound otherwise. */
const TRAILING_SILENCE = 2;

export interface PacedOutputOptions {
  readonly sampleRate: number;
  readonly clock: Clock;
  readonly ticker: Ticker;
  /** A whole 20 ms frame to send now; the array is reused for the next one. */
  readonly onFrame: (pcm: Int16Array, frame: TalkspurtFrame) => void;
  /** False while nobody would hear the output: it waits. */
  readonly isReady: () => boolean;
  /** Whether silent frames are sent, too: something is heard behind them, or the stream may not pause. @default never */
  readonly hums?: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface PacedOutput extends AudioOutput {
  /** Call when the result of `isReady` may have changed. */
  wake(): void;
  /** Stops for good; later writes are dropped. */
  stop(): void;
}

/** Plays written audio in real time, in frames of 20 ms. See `AudioOutput` for the contract. */
export function createPacedOutput(options: PacedOutputOptions): PacedOutput {
  const { sampleRate, clock, ticker, onFrame, isReady } = options;
  const frames = createFrameQueue(sampleRate);
  const talkspurt = createTalkspurtTimer();
  const listeners = createPlayedListeners(options.onError);
  let played = 0;
  let paused = false;
  let stopped = false;
  let trailing = 0;

  const canSpeak = (): boolean => !paused && frames.length > 0 && isReady();

  const hums = (): boolean => options.hums?.() === true;

  const rest = (): void => {
    talkspurt.end();
    frames.forgetShortage();
    ticker.remove(step);
  };

  const send = (slot: TalkspurtFrame): void => {
    const { pcm, filled } = frames.take();
    played += filled;
    trailing = TRAILING_SILENCE;
    onFrame(pcm, slot);
    listeners.report(played);
  };

  const sendSilence = (slot: TalkspurtFrame): void => {
    trailing = Math.max(0, trailing - 1);
    onFrame(frames.silence(), slot);
  };

  /** Sends what is due. A listener may pause, clear or write at any turn of the loop. */
  const advance = (now: number): void => {
    while (!stopped) {
      const speaking = canSpeak() && frames.hasFrame(now);
      // The end of an utterance waits for more samples rather than for silence.
      if (!speaking && (frames.isShort || (trailing === 0 && !hums()))) break;
      const slot = talkspurt.take(now);
      if (slot === null) break;
      if (speaking) send(slot);
      else sendSilence(slot);
    }
    if (stopped || (trailing === 0 && !canSpeak() && !hums())) rest();
    else ticker.add(step);
  };

  const step = onceAtATime(advance);
  const wake = (): void => step(clock.now());

  return {
    sampleRate,
    get writtenSamples() {
      return played + frames.length;
    },
    get playedSamples() {
      return played;
    },
    write(pcm) {
      if (stopped) return;
      frames.push(pcm);
      wake();
    },
    pause() {
      paused = true;
      frames.forgetShortage();
    },
    resume() {
      paused = false;
      wake();
    },
    setGain(target, ramp) {
      if (!Number.isFinite(target) || target < 0) throw new RangeError('A gain is zero or more.');
      frames.setGain(
        target,
        talkspurt.running && trailing > 0 && !paused ? (ramp * sampleRate) / 1_000 : 0,
      );
    },
    clear() {
      frames.clear();
      return played;
    },
    onPlayed: listeners.add,
    wake,
    stop() {
      stopped = true;
      frames.clear();
      listeners.clear();
      rest();
    },
  };
}

/** Not reentrant: a write from a listener is seen by the loop that called the listener. */
function onceAtATime(advance: (now: number) => void): (now: number) => void {
  let advancing = false;
  return (now) => {
    if (advancing) return;
    advancing = true;
    try {
      advance(now);
    } finally {
      advancing = false;
    }
  };
}

/** Written samples, with gain, cut into frames. One array serves for all frames. */
function createFrameQueue(sampleRate: number) {
  const queue = createSampleQueue();
  const gain = createGainRamp();
  const pcm = new Int16Array((sampleRate * FRAME_DURATION) / 1_000);
  /** Since when less than a frame is left; more may be written soon. */
  let shortSince: number | null = null;
  const taken = { pcm, filled: 0 };

  return {
    get length(): number {
      return queue.length;
    },
    get isShort(): boolean {
      return shortSince !== null;
    },
    push: queue.push,
    setGain: gain.set,
    /** A part of a frame is ready once nothing was added for the duration of a frame. */
    hasFrame(now: number): boolean {
      if (queue.length >= pcm.length) {
        shortSince = null;
        return true;
      }
      shortSince ??= now;
      return now - shortSince >= FRAME_DURATION;
    },
    /** The next frame, padded with silence after `filled` samples. */
    take(): { readonly pcm: Int16Array; readonly filled: number } {
      taken.filled = queue.shift(pcm);
      gain.apply(pcm.subarray(0, taken.filled));
      pcm.fill(0, taken.filled);
      shortSince = null;
      return taken;
    },
    silence: (): Int16Array => pcm.fill(0),
    forgetShortage(): void {
      shortSince = null;
    },
    clear(): void {
      queue.clear();
      shortSince = null;
    },
  };
}

function createPlayedListeners(onError: (error: unknown) => void) {
  const listeners = new Set<(playedSamples: number) => void>();
  return {
    add(listener: (playedSamples: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(played: number): void {
      for (const listener of [...listeners]) {
        try {
          listener(played);
        } catch (error) {
          onError(error);
        }
      }
    },
    clear: (): void => listeners.clear(),
  };
}
