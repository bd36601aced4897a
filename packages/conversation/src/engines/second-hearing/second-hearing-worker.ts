import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSpeech, surround } from '../moonshine/prepare-speech.ts';
import { tidyText } from '../moonshine/tidy-text.ts';
import type { MoonshineWeights } from '../moonshine/weights.ts';
import type { Dense } from '../network/layers.ts';
import { readOnnxFile } from '../network/onnx-file.ts';
import { tensors } from '../network/tensors.ts';
import type { Numbered } from '../request-thread.ts';
import { type Hypothesis, searchExpected, searchPlain } from './beam-search.ts';
import { findEnglish } from './english-vocabulary.ts';
import { type MoonshineWriter, readDecoder } from './moonshine-decoder.ts';
import { readEncoder, SHORTEST } from './moonshine-encoder.ts';
import { createPhraseModel, type PhraseModel } from './phrase-model.ts';
import { toSpokenPhrase } from './spoken-phrase.ts';

/** What the thread is asked. Phrases go by a number: there are many of them. Null: nothing is expected. */
export type SecondHearingRequest =
  | { readonly start: true }
  | { readonly learn: readonly string[]; readonly number: number }
  | { readonly hear: Float32Array; readonly number: number | null };

export type SecondHearingReply =
  | { readonly text: string }
  /** It is ready; or the phrases of this number are not known, or no longer. */
  | { readonly known: boolean }
  | { readonly stopped: true }
  | { readonly failure: string };

export interface SecondHearingWorkerData {
  readonly weights: MoonshineWeights;
  /** One 32-bit number: other than 0 while what is being heard is not wanted any more. */
  readonly stop: SharedArrayBuffer;
}

interface Known {
  readonly phrases: PhraseModel;
  readonly exit: Dense;
}

/** What was heard last: it is often heard twice. */
interface Sound {
  readonly pcm: Float32Array;
  readonly rows: Float32Array;
}

const RATE = 16_000;
/** The token that ends a text. */
const END = 2;
/** Tokens a second that no speaker exceeds, and some to spare. */
const TOKENS_PER_SECOND = 6.5;
const SPARE_TOKENS = 8;
/** Around what is heard, samples: three of a hundred questions more are understood. */
const SILENCE = 0.1 * RATE;
/** Phrases of so many assistants are kept. */
const MAX_KNOWN = 4;

/** What is being heard is not wanted any more. */
class StoppedError extends Error {}

async function load({ weights: { encoder, mergedDecoder }, stop }: SecondHearingWorkerData) {
  const { default: tokenizer } = await import('llama-tokenizer-js');
  const files = await Promise.all([readFile(encoder), readFile(mergedDecoder)]);
  await tensors.ready();
  const [listen, decoder] = [
    readEncoder(readOnnxFile(files[0])),
    readDecoder(readOnnxFile(files[1])),
  ];
  const known = new Map<number, Known>();
  const english = findEnglish(tokenizer.vocabById, END);
  const englishExit = decoder.restrict(english.tokens);
  let last: Sound | null = null;

  function learn(number: number, texts: readonly string[]): void {
    const spoken = texts.map((text) => tokenizer.encode(toSpokenPhrase(text), false, true));
    const phrases = createPhraseModel(spoken, END);
    known.set(number, { phrases, exit: decoder.restrict(phrases.tokens) });
    const [oldest] = known;
    if (known.size <= MAX_KNOWN || oldest === undefined) return;
    for (const tensor of Object.values(oldest[1].exit)) tensor.dispose();
    known.delete(oldest[0]);
  }

  const stopped = new Int32Array(stop);
  /** The thread takes no messages while it works. */
  function checkStop(): void {
    if (Atomics.load(stopped, 0) !== 0) throw new StoppedError();
  }

  function listenOnce(pcm: Float32Array): Float32Array {
    if (last === null || !isSame(last.pcm, pcm))
      last = { pcm, rows: listen(surround(pcm, SILENCE, SILENCE), checkStop) };
    return last.rows;
  }

  /** @param expected null: nothing is */
  function hear(pcm: Float32Array, expected: Known | null): string {
    const [any] = prepareSpeech(pcm, RATE);
    if (any === undefined || pcm.length < SHORTEST) return '';
    const seconds = (pcm.length + 2 * SILENCE) / RATE;
    const longest = Math.floor(seconds * TOKENS_PER_SECOND) + SPARE_TOKENS;
    const { empty, step } = decoder.open(listenOnce(pcm), expected?.exit ?? englishExit);
    const writer: MoonshineWriter = {
      empty,
      step(steps) {
        checkStop();
        return step(steps);
      },
    };
    const textOf = (found: Hypothesis | null, tokens: readonly number[]) =>
      tidyText(
        tokenizer.decode(found?.written.map((place) => tokens[place] ?? END) ?? [], false, true),
        seconds,
      );
    if (expected === null) return textOf(searchPlain(writer, english, longest), english.tokens);
    const { phrases } = expected;
    return textOf(searchExpected(writer, phrases, longest), phrases.tokens);
  }

  // The first run costs several times the later ones.
  listen(new Float32Array(RATE), () => {});
  return { known, learn, hear };
}

const isSame = (left: Float32Array, right: Float32Array) =>
  left.length === right.length && left.every((sample, at) => sample === right[at]);

const port = parentPort;
if (port !== null) {
  // Calls speak on the other cores.
  tensors.setThreadsCount(1);
  const model = load(workerData);
  // Who asks hears of a failure; until then it must not end the thread.
  model.catch(() => undefined);

  async function answer(request: SecondHearingRequest): Promise<SecondHearingReply> {
    try {
      const { known, learn, hear } = await model;
      if ('learn' in request) {
        learn(request.number, request.learn);
        return { known: true };
      }
      if ('start' in request) return { known: true };
      const found = request.number === null ? null : known.get(request.number);
      return found === undefined ? { known: false } : { text: hear(request.hear, found) };
    } catch (error) {
      if (error instanceof StoppedError) return { stopped: true };
      return { failure: String(error) };
    }
  }

  port.on('message', async ({ number, content }: Numbered<SecondHearingRequest>) =>
    port.postMessage({
      number,
      content: await answer(content),
    } satisfies Numbered<SecondHearingReply>),
  );
}
