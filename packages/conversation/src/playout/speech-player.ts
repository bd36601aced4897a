import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { PlayedSentence } from '../history/memory.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Floor } from './barge-in.ts';
import { createDucking } from './ducking.ts';
import type { Utterance } from './utterance.ts';
import { createUtterancePlayout, type UtterancePlayout } from './utterance-playout.ts';

export type SpeechOutcome =
  | { readonly kind: 'spoken'; readonly text: string }
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface SpeechPlan {
  readonly id: string;
  readonly utterance: Utterance;
  readonly interruptible: boolean;
  /** Its first samples were played. */
  readonly onHeard?: () => void;
  /** Once, however it ended. */
  readonly onDone?: (outcome: SpeechOutcome) => void;
}

export interface SpeechPlayerOptions {
  readonly scope: CallScope;
  readonly output: AudioOutput;
  readonly onSpeech: (status: 'started' | 'stopped') => void;
  readonly onVoiceInput: (text: string) => void;
  /** A sentence begins to play; the returned function gets what was heard of it. */
  readonly onSentence: (plan: SpeechPlan, text: string) => (played: PlayedSentence) => void;
  /** Speech that the caller was hearing is about to be cut. */
  readonly onInterrupted: () => void;
  /** The queue is empty. */
  readonly onIdle: () => void;
}

/** Plays utterances one after another and knows, to the sample, what was heard. */
export interface SpeechPlayer extends Floor {
  /** Utterances queued behind the one that is playing. */
  readonly waiting: number;
  speak(plan: SpeechPlan): void;
  /** Stops what is playing, and drops what may be interrupted from the queue. */
  cut(): void;
  /** Stops everything, whether it may be interrupted or not. */
  silence(): void;
  close(): void;
}

export function createSpeechPlayer(options: SpeechPlayerOptions): SpeechPlayer {
  const { output } = options;
  const ducking = createDucking(output);
  const waiting: SpeechPlan[] = [];
  let active: UtterancePlayout | null = null;
  let audible = false;
  const unsubscribe = output.onPlayed(settle);

  function startNext() {
    const plan = waiting.shift();
    if (plan === undefined) {
      if (audible) options.onSpeech('stopped');
      audible = false;
      return options.onIdle();
    }
    active = createUtterancePlayout({
      ...options,
      plan,
      onAudible() {
        if (!audible) options.onSpeech('started');
        audible = true;
      },
      onProgress: settle,
    });
    active.start();
  }

  function settle() {
    const current = active;
    const outcome = current?.follow() ?? null;
    if (current === null || outcome === null) return;
    active = null;
    current.plan.onDone?.(outcome);
    // What waits may already have been started by that callback.
    if (active === null) startNext();
  }

  function drop(current: UtterancePlayout | null) {
    if (current === null) return;
    active = null;
    current.stop();
    ducking.release(0);
    current.plan.onDone?.({ kind: 'cut' });
    if (active === null) startNext();
  }

  function silence() {
    dropWaiting(waiting, { includeFixed: true });
    drop(active);
  }

  return {
    get waiting() {
      return waiting.length;
    },
    get busy() {
      return active !== null;
    },
    get interruptible() {
      return active?.plan.interruptible === true;
    },
    get audible() {
      return active?.audible === true;
    },
    get remaining() {
      if (active === null) return 0;
      if (!active.written || waiting.length > 0) return Number.POSITIVE_INFINITY;
      return ((output.writtenSamples - output.playedSamples) * 1_000) / output.sampleRate;
    },
    speak(plan) {
      waiting.push(plan);
      if (active === null) startNext();
    },
    duck: ducking.duck,
    pause: ducking.pause,
    release: () => ducking.release(),
    cut() {
      const current = active;
      if (current?.audible) options.onInterrupted();
      dropWaiting(waiting, { includeFixed: false });
      drop(current);
    },
    silence,
    close() {
      silence();
      if (audible) options.onSpeech('stopped');
      audible = false;
      unsubscribe();
    },
  };
}

function dropWaiting(
  waiting: SpeechPlan[],
  { includeFixed }: { readonly includeFixed: boolean },
): void {
  const dropped = waiting.filter((plan) => includeFixed || plan.interruptible);
  waiting.splice(0, waiting.length, ...waiting.filter((plan) => !dropped.includes(plan)));
  for (const plan of dropped) {
    plan.utterance.abort();
    plan.onDone?.({ kind: 'cut' });
  }
}
