import type { SecondHearing } from '../../recognition/second-hearing.ts';
import { EngineError } from '../engine-error.ts';
import { createLoadMeter, createSpareTime, HEARS_ONCE_SHARE } from '../load-meter.ts';
import { MOONSHINE_LIMITS } from '../moonshine/cut-long-speech.ts';
import { findMoonshineWeights } from '../moonshine/weights.ts';
import { createRequestThread } from '../request-thread.ts';
import type {
  SecondHearingReply,
  SecondHearingRequest,
  SecondHearingWorkerData,
} from './second-hearing-worker.ts';

type Answer = Exclude<SecondHearingReply, { readonly failure: string }>;

/** The turn that is being heard. */
interface Hearing {
  readonly signal: AbortSignal | undefined;
  /** Never rejects. */
  readonly over: Promise<void>;
}

/** Samples at 16 kHz. */
const MAX_SAMPLES = MOONSHINE_LIMITS.maxSeconds * 16_000;

/**
 * Moonshine tiny once more, with a search of several texts at once, in which phrases that are to be expected count
 * (contextual biasing by shallow fusion); sherpa-onnx runs this model without either. A thread of its own, which starts
 * with the first request; one turn at a time.
 *
 * @param maxShare from this share of all cores that the process takes on it hears nothing
 * @throws an `EngineError` where the weights are not installed
 */
export function createSecondHearing(maxShare = HEARS_ONCE_SHARE): SecondHearing {
  const numbers = new WeakMap<readonly string[], number>();
  let lastNumber = 0;
  let present: Hearing | null = null;
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const stopped = new Int32Array(stop);
  const load = createLoadMeter();
  const spareTime = createSpareTime(maxShare, load);
  const thread = createRequestThread<SecondHearingRequest, SecondHearingReply>({
    module: new URL('./second-hearing-worker.ts', import.meta.url),
    name: 'second-hearing',
    workerData: { weights: findMoonshineWeights(), stop } satisfies SecondHearingWorkerData,
    youngMemory: 4,
    closedError: () =>
      new EngineError('engine_closed', 'The second hearing was closed: make a new one.'),
    diedError: (cause) => failed('its thread died', cause),
  });

  async function ask(request: SecondHearingRequest): Promise<Answer> {
    const reply = await thread.ask(request);
    if ('failure' in reply) throw failed(reply.failure);
    return reply;
  }

  async function learn(phrases: readonly string[]): Promise<number> {
    lastNumber += 1;
    const number = lastNumber;
    numbers.set(phrases, number);
    await ask({ learn: phrases, number });
    return number;
  }

  async function listen(pcm: Float32Array, phrases: readonly string[]): Promise<string | null> {
    const number = numbers.get(phrases) ?? (await learn(phrases));
    const reply = await ask({ hear: pcm, number });
    // Others have taken their place, or the thread is another: next time they are known.
    if ('known' in reply) await learn(phrases);
    return 'text' in reply ? reply.text : null;
  }

  /** Until it returns the thread has no time for another turn. */
  async function listenAlone(
    pcm: Float32Array,
    phrases: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const halt = () => Atomics.store(stopped, 0, 1);
    present = { signal, over };
    Atomics.store(stopped, 0, 0);
    signal?.addEventListener('abort', halt);
    try {
      return await listen(pcm, phrases);
    } finally {
      signal?.removeEventListener('abort', halt);
      present = null;
      resolve();
    }
  }

  /** Its thread is free in a moment. */
  const isStopping = () => present?.signal?.aborted ?? false;

  return {
    get hasTimeToSpare() {
      return (present === null || isStopping()) && spareTime.isLeft;
    },
    async prepare(phrases) {
      if (!numbers.has(phrases)) await learn(phrases);
    },
    async hear(pcm, phrases, signal) {
      if (pcm.length > MAX_SAMPLES || load.share >= maxShare) return null;
      if (isStopping()) await present?.over;
      return present !== null || signal?.aborted ? null : listenAlone(pcm, phrases, signal);
    },
    close: thread.close,
  };
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `The second hearing did not answer: ${reason}.`, {
    cause,
  });
}
