import { type AsyncQueue, createAsyncQueue } from '../scope/async-queue.ts';
import type { CallScope } from '../scope/call-scope.ts';

/** One sentence that is being synthesised. */
export interface SpokenSentence extends SynthesisedSpeech {
  readonly text: string;
}

/** What a voice makes of a text. */
export interface SynthesisedSpeech {
  /** Hz. */
  readonly sampleRate: number;
  readonly chunks: AsyncIterable<Int16Array>;
}

/** When the first sentence and its first audio were ready, ms of the call's clock. */
export interface UtteranceMarks {
  sentenceAt?: number;
  audioAt?: number;
}

/** What is said as one piece: sentences, generated and synthesised one after another. */
export interface Utterance {
  readonly marks: Readonly<UtteranceMarks>;
  /** Synthesises the first sentence ahead of time. */
  prepare(): void;
  /** The next sentence, whose synthesis has begun; null after the last. */
  next(): Promise<SpokenSentence | null>;
  abort(): void;
}

export interface UtteranceOptions {
  readonly scope: CallScope;
  readonly sentences: (signal: AbortSignal) => AsyncIterable<string>;
  readonly synthesize: (text: string, signal: AbortSignal) => SynthesisedSpeech;
}

export function createUtterance({ scope, sentences, synthesize }: UtteranceOptions): Utterance {
  const controller = new AbortController();
  const { signal } = controller;
  const marks: UtteranceMarks = {};
  let source: AsyncIterator<string> | undefined;
  let prepared: Promise<SpokenSentence | null> | undefined;

  async function pull(): Promise<SpokenSentence | null> {
    signal.throwIfAborted();
    source ??= sentences(signal)[Symbol.asyncIterator]();
    const sentence = await source.next();
    if (sentence.done) return null;
    marks.sentenceAt ??= scope.now();
    const chunks = createAsyncQueue<Int16Array>();
    const speech = synthesize(sentence.value, signal);
    void fill(speech.chunks, chunks);
    return { text: sentence.value, sampleRate: speech.sampleRate, chunks };
  }

  async function fill(
    made: AsyncIterable<Int16Array>,
    chunks: AsyncQueue<Int16Array>,
  ): Promise<void> {
    try {
      for await (const chunk of made) {
        marks.audioAt ??= scope.now();
        chunks.push(chunk);
      }
      chunks.close();
    } catch (error) {
      chunks.fail(error);
    }
  }

  return {
    marks,
    prepare() {
      prepared ??= pull();
      // Read by `next`; until then a failure must not count as unhandled.
      prepared.catch(() => {});
    },
    next() {
      const ready = prepared ?? pull();
      prepared = undefined;
      return ready;
    },
    abort() {
      controller.abort();
      source?.return?.()?.catch(() => {});
    },
  };
}
