import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { PlayedSentence } from '../history/memory.ts';
import type { CallScope } from '../scope/call-scope.ts';
import { createPlayoutSegment, type PlayoutSegment } from './playout-segment.ts';
import { createResampler } from './resampler.ts';
import type { SpeechOutcome, SpeechPlan } from './speech-player.ts';
import type { SpokenSentence } from './utterance.ts';

export interface UtterancePlayoutOptions {
  readonly scope: CallScope;
  readonly output: AudioOutput;
  readonly plan: SpeechPlan;
  /** A sentence goes to the voice. */
  readonly onVoiceInput: (text: string) => void;
  /** A sentence begins to play. */
  readonly onAudible: () => void;
  /** A sentence begins to play; the returned function gets what was heard of it. */
  readonly onSentence: (plan: SpeechPlan, text: string) => (played: PlayedSentence) => void;
  /** More was written: the utterance may be complete. */
  readonly onProgress: () => void;
}

/** One utterance on its way through the output, sentence by sentence. */
export interface UtterancePlayout {
  readonly plan: SpeechPlan;
  /** Some of it has been heard. */
  readonly audible: boolean;
  /** All its samples are in the output. */
  readonly written: boolean;
  start(): void;
  /** Follows what the output has played; answers the outcome once everything was, otherwise null. */
  follow(): SpeechOutcome | null;
  /** Drops what has not been played. */
  stop(): void;
}

export function createUtterancePlayout(options: UtterancePlayoutOptions): UtterancePlayout {
  const { scope, output, plan } = options;
  const segments: PlayoutSegment[] = [];
  const heard: string[] = [];
  let finished: ((played: PlayedSentence) => void) | undefined;
  let failure: { readonly error: unknown } | undefined;
  let live = true;
  let written = false;
  let audible = false;
  let wake = () => {};

  async function write(): Promise<void> {
    try {
      for (;;) {
        await roomForMore();
        const sentence = live ? await plan.utterance.next() : null;
        if (sentence === null || !live) break;
        await writeSentence(sentence);
      }
    } catch (error) {
      failure = { error };
    }
    written = true;
    options.onProgress();
  }

  /** Lookahead: one sentence plays, one is ready behind it (bounded, so that a cut wastes little). */
  async function roomForMore(): Promise<void> {
    while (live && (segments.length > 1 || segments.some((segment) => !segment.started))) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  async function writeSentence(sentence: SpokenSentence): Promise<void> {
    options.onVoiceInput(sentence.text);
    const segment = createPlayoutSegment(sentence.text, output.writtenSamples, output.sampleRate);
    segments.push(segment);
    let whole = false;
    try {
      whole = await writeAudio(sentence, segment, { ...options, isLive: () => live });
    } finally {
      segment.complete(whole);
      options.onProgress();
    }
  }

  function begin(segment: PlayoutSegment) {
    segment.begin();
    options.onAudible();
    if (!audible) plan.onHeard?.();
    audible = true;
    finished = options.onSentence(plan, segment.text);
  }

  function endSentence(segment: PlayoutSegment, played: number, interrupted: boolean) {
    const text = segment.heard(played);
    const report = finished;
    finished = undefined;
    if (text !== '') heard.push(text);
    if (segment.started) {
      report?.({ text, endTime: scope.now(), interrupted: interrupted && text !== segment.text });
    }
  }

  return {
    plan,
    get audible() {
      return audible;
    },
    get written() {
      return written;
    },
    start: () => void write(),
    follow() {
      const played = output.playedSamples;
      for (let segment = segments[0]; segment; segment = segments[0]) {
        if (!segment.started && played > segment.start) begin(segment);
        if (!live || !segment.isPlayed(played)) break;
        segments.shift();
        endSentence(segment, played, false);
      }
      wake();
      if (!live || !written || segments.length > 0) return null;
      live = false;
      return failure ? { kind: 'failed', ...failure } : { kind: 'spoken', text: heard.join(' ') };
    },
    stop() {
      live = false;
      plan.utterance.abort();
      const played = output.clear();
      for (const segment of segments) endSentence(segment, played, true);
      wake();
    },
  };
}

interface AudioTarget extends Pick<UtterancePlayoutOptions, 'output'> {
  readonly isLive: () => boolean;
}

/** Writes a sentence into the output; false where the utterance was stopped meanwhile. */
async function writeAudio(
  sentence: SpokenSentence,
  segment: PlayoutSegment,
  { output, isLive }: AudioTarget,
): Promise<boolean> {
  const resampler = createResampler(sentence.sampleRate, output.sampleRate);
  const append = (pcm: Int16Array) => {
    if (pcm.length === 0) return;
    output.write(pcm);
    segment.grow(pcm.length);
  };
  for await (const chunk of sentence.chunks) {
    if (!isLive()) return false;
    append(resampler.process(chunk));
  }
  if (!isLive()) return false;
  append(resampler.flush());
  return true;
}
