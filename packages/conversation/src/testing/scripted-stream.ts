import type { Clock } from '@kindling/protocol/clock';
import type { Transcriber, TranscriberStream } from '../recognition/transcriber.ts';
import { type Lexicon, wordsIn } from './sound.ts';

/** How a recogniser elsewhere behaves; may be changed while a conversation runs. */
export interface StreamScript {
  /** From the end of an utterance to its final words, ms. */
  latency: number;
  /** Nothing is ever answered. */
  hangs: boolean;
  /** As soon as it is connected. */
  failsWith: Error | null;
}

export interface ScriptedStream extends Transcriber {
  readonly script: StreamScript;
  /** Streams opened, and how many of them are still open. */
  readonly opened: number;
  readonly live: number;
  /** Samples of each stream. */
  readonly pushed: readonly number[];
  /** The newest stream breaks off. */
  breakOff(error: Error): void;
}

/** Hears every word, and gives it in capitals: so one sees who heard it. */
export function createScriptedStream(
  clock: Clock,
  lexicon: Lexicon,
  provider = 'elsewhere',
): ScriptedStream {
  const script: StreamScript = { latency: 150, hangs: false, failsWith: null };
  const pushed: number[] = [];
  let count = 0;
  let breakNewest = (_error: Error) => {};
  const hear = (samples: readonly number[]) =>
    wordsIn([...samples], lexicon, 960)
      .join(' ')
      .toUpperCase();

  const open: NonNullable<Transcriber['open']> = ({ onInterim, onBroken }): TranscriberStream => {
    const index = pushed.push(0) - 1;
    let segment: number[] = [];
    let isOpen = true;
    let shown = '';
    let broken: Error | null = null;
    count += 1;
    const breakOff = (error: Error) => {
      if (!isOpen || broken !== null) return;
      broken = error;
      onBroken(error);
    };
    breakNewest = breakOff;
    const { failsWith } = script;
    if (failsWith !== null) clock.schedule(10, () => breakOff(failsWith));
    return {
      push(samples) {
        pushed[index] = (pushed[index] ?? 0) + samples.length;
        for (const sample of samples) segment.push(Math.round(sample * 32_768));
        const text = hear(segment);
        if (script.hangs || broken !== null || text === shown) return;
        shown = text;
        clock.schedule(script.latency, () => isOpen && onInterim(text));
      },
      finish() {
        const text = hear(segment);
        return new Promise((resolve, reject) => {
          if (broken !== null) return reject(broken);
          if (!script.hangs) clock.schedule(script.latency, () => resolve({ text }));
        });
      },
      next() {
        segment = [];
        shown = '';
      },
      close() {
        if (isOpen) count -= 1;
        isOpen = false;
      },
    };
  };
  return {
    provider,
    script,
    pushed,
    get opened() {
      return pushed.length;
    },
    get live() {
      return count;
    },
    open,
    transcribe: () => Promise.reject(new Error('It only streams.')),
    breakOff: (error) => breakNewest(error),
    close: async () => {},
  };
}
