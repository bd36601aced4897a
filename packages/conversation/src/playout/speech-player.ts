import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { PlayedSentence } from '../history/memory.ts';
import type { CallScope } from '../scope/call-scope.ts';
import type { Floor } from './barge-in.ts';
import { createPlayoutSegment, type PlayoutSegment } from './playout-segment.ts';
import { createResampler } from './resampler.ts';
import type { SpokenSentence, Utterance } from './utterance.ts';

export type SpeechOutcome =
  | { readonly kind: 'spoken'; readonly text: string }
  | { readonly kind: 'cut' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface SpeechPlan {
  readonly id: string;
  readonly utterance: Utterance;
  readonly interruptible: boolean;
  /** Its first samples went out. */
  readonly onHeard?: () => void;
  /** Once, however it ended. */
  readonly onDone?: (outcome: SpeechOutcome) => void;
}

export interface SpeechPlayerOptions {
  readonly scope: CallScope;
  readonly output: AudioOutput;
  readonly voiceSampleRate: number;
  readonly onSpeech: (status: 'started' | 'stopped') => void;
  readonly onVoiceInput: (text: string) => void;
  /** A sentence begins to play; the returned function is told what was heard of it. */
  readonly onSentence: (plan: SpeechPlan, text: string) => (played: PlayedSentence) => void;
  /** What was being heard is about to be cut. */
  readonly onInterrupted: () => void;
  /** Nothing more is to be said. */
  readonly onIdle: () => void;
}

/** Says utterances one after another and knows, to the sample, what was heard. */
export interface SpeechPlayer extends Floor {
  /** How many utterances wait behind the one that is being said. */
  readonly waiting: number;
  speak(plan: SpeechPlan): void;
  /** Ends what is being said, and what may be interrupted of what waits. */
  cut(): void;
  /** Ends everything, whether it may be interrupted or not. */
  silence(): void;
  close(): void;
}

interface Active {
  readonly plan: SpeechPlan;
  readonly segments: PlayoutSegment[];
  readonly heard: string[];
  finished: ((played: PlayedSentence) => void) | undefined;
  failure: { readonly error: unknown } | undefined;
  written: boolean;
  audible: boolean;
}

const DUCKED_GAIN = 0.25;
const DUCK_RAMP = 30;
const RESTORE_RAMP = 60;

export function createSpeechPlayer(options: SpeechPlayerOptions): SpeechPlayer {
  const { output, scope } = options;
  const waiting: SpeechPlan[] = [];
  let active: Active | null = null;
  let audible = false;
  let paused = false;
  let wake = () => {};
  const unsubscribe = output.onPlayed(settle);

  function startNext() {
    const plan = waiting.shift();
    if (plan === undefined) {
      if (audible) options.onSpeech('stopped');
      audible = false;
      options.onIdle();
      return;
    }
    active = {
      plan,
      segments: [],
      heard: [],
      finished: undefined,
      failure: undefined,
      written: false,
      audible: false,
    };
    void write(active);
  }

  async function write(current: Active): Promise<void> {
    try {
      for (;;) {
        await roomFor(current);
        const sentence = current === active ? await current.plan.utterance.next() : null;
        if (sentence === null || current !== active) break;
        await writeSentence(current, sentence);
      }
    } catch (error) {
      current.failure = { error };
    }
    current.written = true;
    settle();
  }

  /** Lookahead: one sentence plays, one is ready behind it (bounded, so that a cut wastes little). */
  async function roomFor(current: Active): Promise<void> {
    while (
      current === active &&
      (current.segments.length > 1 || current.segments.some((segment) => !segment.started))
    ) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  async function writeSentence(current: Active, sentence: SpokenSentence): Promise<void> {
    options.onVoiceInput(sentence.text);
    const segment = createPlayoutSegment(sentence.text, output.writtenSamples, output.sampleRate);
    current.segments.push(segment);
    const resampler = createResampler(options.voiceSampleRate, output.sampleRate);
    const append = (pcm: Int16Array) => {
      if (pcm.length === 0) return;
      output.write(pcm);
      segment.grow(pcm.length);
    };
    let whole = false;
    try {
      for await (const chunk of sentence.chunks) {
        if (current !== active) return;
        append(resampler.process(chunk));
      }
      if (current !== active) return;
      append(resampler.flush());
      whole = true;
    } finally {
      segment.complete(whole);
      settle();
    }
  }

  /** Follows the output: sentences that began, sentences that were played, the end. */
  function settle() {
    const current = active;
    if (current === null) return;
    const played = output.playedSamples;
    for (let segment = current.segments[0]; segment; segment = current.segments[0]) {
      if (!segment.started && played > segment.start) begin(current, segment);
      if (current !== active || !segment.isPlayed(played)) break;
      current.segments.shift();
      endSentence(current, segment, played, false);
    }
    wake();
    if (current === active && current.written && current.segments.length === 0) finish(current);
  }

  function begin(current: Active, segment: PlayoutSegment) {
    segment.begin();
    if (!audible) options.onSpeech('started');
    audible = true;
    if (!current.audible) current.plan.onHeard?.();
    current.audible = true;
    current.finished = options.onSentence(current.plan, segment.text);
  }

  function endSentence(
    current: Active,
    segment: PlayoutSegment,
    played: number,
    interrupted: boolean,
  ) {
    const text = segment.heard(played);
    const { finished } = current;
    current.finished = undefined;
    if (text !== '') current.heard.push(text);
    if (segment.started) {
      finished?.({ text, endTime: scope.now(), interrupted: interrupted && text !== segment.text });
    }
  }

  function finish(current: Active) {
    active = null;
    current.plan.onDone?.(
      current.failure
        ? { kind: 'failed', ...current.failure }
        : { kind: 'spoken', text: current.heard.join(' ') },
    );
    // What waits may already have been started by that callback.
    if (active === null) startNext();
  }

  function drop(current: Active) {
    active = null;
    current.plan.utterance.abort();
    const played = output.clear();
    for (const segment of current.segments) endSentence(current, segment, played, true);
    wake();
    release(0);
    current.plan.onDone?.({ kind: 'cut' });
  }

  function dropWaiting(includeFixed: boolean) {
    const kept = waiting.filter((plan) => !includeFixed && !plan.interruptible);
    const dropped = waiting.filter((plan) => !kept.includes(plan));
    waiting.splice(0, waiting.length, ...kept);
    for (const plan of dropped) {
      plan.utterance.abort();
      plan.onDone?.({ kind: 'cut' });
    }
  }

  function silence() {
    dropWaiting(true);
    if (active === null) return;
    drop(active);
    if (active === null) startNext();
  }

  function release(ramp: number) {
    if (paused) output.resume();
    paused = false;
    output.setGain(1, ramp);
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
    duck: () => output.setGain(DUCKED_GAIN, DUCK_RAMP),
    pause() {
      if (!paused) output.pause();
      paused = true;
    },
    release: () => release(RESTORE_RAMP),
    cut() {
      const current = active;
      if (current?.audible) options.onInterrupted();
      dropWaiting(false);
      if (current === null) return;
      drop(current);
      if (active === null) startNext();
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
