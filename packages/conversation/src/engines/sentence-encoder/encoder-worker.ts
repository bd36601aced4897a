import { parentPort, workerData } from 'node:worker_threads';
import { learnMeaning } from '../../retrieval/meaning/meaning-space.ts';
import type { Examples, LearnedMeaning } from '../../retrieval/meaning/sentence-encoder.ts';
import { giveWay } from '../give-way.ts';
import { tensors } from '../network/tensors.ts';
import type { Numbered } from '../request-thread.ts';
import { loadBertEncoder } from './bert/bert-encoder.ts';
import { loadUniversalEncoder } from './universal/universal-encoder.ts';

/** What the thread is asked. */
export type EncoderRequest = { readonly encode: readonly string[] } | { readonly learn: Examples };

export type EncoderReply =
  | { readonly vectors: Float32Array[] }
  | { readonly learned: LearnedMeaning }
  | { readonly failure: string };

export interface EncoderWorkerData {
  /** Of an installed BERT; null: the encoder that npm brings. */
  readonly folder: string | null;
  /** For what nobody waits for. */
  readonly givesWay: boolean;
}

const port = parentPort;
if (port !== null) {
  // Calls speak on the other cores.
  tensors.setThreadsCount(1);
  const { folder, givesWay }: EncoderWorkerData = workerData;
  if (givesWay) giveWay();
  const model = folder === null ? loadUniversalEncoder() : loadBertEncoder(folder);
  // Who asks hears of a failure; until then it must not end the thread.
  model.catch(() => undefined);

  async function learn({ groups, followUps }: Examples): Promise<LearnedMeaning> {
    const encode = await model;
    const vectors = encode(groups.flat());
    const followers = encode(followUps.map(({ text }) => text));
    const asked = followUps.flatMap((followUp, place) => {
      const vector = followers[place];
      return vector === undefined ? [] : [{ ...followUp, vector }];
    });
    return learnMeaning(
      groups.map(({ length }) => vectors.splice(0, length)),
      asked,
    );
  }

  async function answer(request: EncoderRequest): Promise<EncoderReply> {
    try {
      if ('learn' in request) return { learned: await learn(request.learn) };
      const encode = await model;
      return { vectors: encode(request.encode) };
    } catch (error) {
      return { failure: String(error) };
    }
  }

  port.on('message', async ({ number, content }: Numbered<EncoderRequest>) =>
    port.postMessage({ number, content: await answer(content) } satisfies Numbered<EncoderReply>),
  );
}
