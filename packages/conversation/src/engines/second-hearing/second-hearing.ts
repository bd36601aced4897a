import type { SecondHearing } from '../../recognition/second-hearing.ts';
import { EngineError } from '../engine-error.ts';
import { createLoadMeter, HEARS_ONCE_SHARE } from '../load-meter.ts';
import { findMoonshineWeights } from '../moonshine/weights.ts';
import { createRequestThread } from '../request-thread.ts';
import type {
  SecondHearingReply,
  SecondHearingRequest,
  SecondHearingWorkerData,
} from './second-hearing-worker.ts';

/** What is longer takes longer than anybody waits, samples at 16 kHz. */
const MAX_SAMPLES = 8 * 16_000;

/**
 * Moonshine tiny once more, with a search of several texts at once in which phrases that are to be expected count
 * (contextual biasing by shallow fusion; sherpa-onnx runs this model without). A thread of its own, which starts with the
 * first phrases; one turn at a time.
 *
 * @param maxShare from this share of all cores that the process takes on it hears nothing
 * @throws an `EngineError` where the weights are not installed
 */
export function createSecondHearing(maxShare = HEARS_ONCE_SHARE): SecondHearing {
  const numbers = new WeakMap<readonly string[], number>();
  let lastNumber = 0;
  let hears = false;
  const load = createLoadMeter();
  const thread = createRequestThread<SecondHearingRequest, SecondHearingReply>({
    module: new URL('./second-hearing-worker.ts', import.meta.url),
    name: 'second-hearing',
    workerData: findMoonshineWeights() satisfies SecondHearingWorkerData,
    youngMemory: 4,
    closedError: () =>
      new EngineError('engine_closed', 'The second hearing was closed: make a new one.'),
    diedError: (cause) => failed('its thread died', cause),
  });

  async function ask(request: SecondHearingRequest): Promise<string | null> {
    const reply = await thread.ask(request);
    if ('failure' in reply) throw failed(reply.failure);
    return 'text' in reply ? reply.text : null;
  }

  async function learn(phrases: readonly string[]): Promise<number> {
    lastNumber += 1;
    const number = lastNumber;
    numbers.set(phrases, number);
    await ask({ learn: phrases, number });
    return number;
  }

  return {
    get hasTimeToSpare() {
      return !hears && !load.isBusy;
    },
    async prepare(phrases) {
      if (!numbers.has(phrases)) await learn(phrases);
    },
    async hear(pcm, phrases) {
      if (hears || pcm.length > MAX_SAMPLES || load.share >= maxShare) return null;
      hears = true;
      try {
        const number = numbers.get(phrases) ?? (await learn(phrases));
        const text = await ask({ hear: pcm, number });
        // Others have taken their place, or the thread is another: next time they are known.
        if (text === null) await learn(phrases);
        return text;
      } finally {
        hears = false;
      }
    },
    close: thread.close,
  };
}

function failed(reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `The second hearing did not answer: ${reason}.`, {
    cause,
  });
}
