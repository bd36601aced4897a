import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSpeech, surround } from '../moonshine/prepare-speech.ts';
import { tidyText } from '../moonshine/tidy-text.ts';
import type { MoonshineWeights } from '../moonshine/weights.ts';
import type { Dense } from '../network/layers.ts';
import { readOnnxFile } from '../network/onnx-file.ts';
import { tensors } from '../network/tensors.ts';
import type { Numbered } from '../request-thread.ts';
import { searchExpected } from './beam-search.ts';
import { type MoonshineWriter, readDecoder } from './moonshine-decoder.ts';
import { readEncoder, SHORTEST } from './moonshine-encoder.ts';
import { createPhraseModel, type PhraseModel } from './phrase-model.ts';
import { toSpokenPhrase } from './spoken-phrase.ts';

/** What the thread is asked. Phrases go by a number: there are many of them. */
export type SecondHearingRequest =
  | { readonly learn: readonly string[]; readonly number: number }
  | { readonly hear: Float32Array; readonly number: number };

export type SecondHearingReply =
  | { readonly text: string }
  /** The phrases of this number are known; or they are not, or no longer. */
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

  function hear(pcm: Float32Array, { phrases, exit }: Known): string {
    const [any] = prepareSpeech(pcm, RATE);
    if (any === undefined || pcm.length < SHORTEST) return '';
    const seconds = (pcm.length + 2 * SILENCE) / RATE;
    const longest = Math.floor(seconds * TOKENS_PER_SECOND) + SPARE_TOKENS;
    const rows = listen(surround(pcm, SILENCE, SILENCE), checkStop);
    const { empty, step } = decoder.open(rows, exit);
    const writer: MoonshineWriter = {
      empty,
      step(steps) {
        checkStop();
        return step(steps);
      },
    };
    const found = searchExpected(writer, phrases, longest);
    const tokens = found?.written.map((place) => phrases.tokens[place] ?? END) ?? [];
    return tidyText(tokenizer.decode(tokens, false, true), seconds);
  }

  // The first run costs several times the later ones.
  listen(new Float32Array(RATE), () => {});
  return { known, learn, hear };
}

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
      const found = known.get(request.number);
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
