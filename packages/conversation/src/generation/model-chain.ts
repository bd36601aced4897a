import type { Clock } from '@kindling/protocol/clock';
import { createDeadline } from '../scope/deadline.ts';
import { untilAborted } from '../scope/until-aborted.ts';
import type { Model, ModelRequest } from './model.ts';
import { isModelError, ModelError } from './openai/model-error.ts';
import type { Answer } from './streamed-answer.ts';

/** A model under the name by which its owner knows it. */
export interface ChainedModel {
  readonly name: string;
  readonly model: Model;
}

/** A model failed, and the next one answers. */
export interface ModelSwitch {
  readonly from: string;
  readonly to: string;
  readonly error: unknown;
}

export interface ModelChainOptions {
  /** In the order in which they are asked. */
  readonly models: readonly [ChainedModel, ...ChainedModel[]];
  readonly clock: Clock;
  readonly onSwitch: (change: ModelSwitch) => void;
}

/** After a failure that may pass, ms. */
const REST = 30_000;
/** For a model that another one stands behind, until its first word, ms: a second request of its own included. */
const TIMEOUT = 10_000;
/** For all of them together: then the last one answers, ms. */
const TOTAL_TIMEOUT = 15_000;

/** Errors that last until a setting is changed. */
const LASTING: ReadonlySet<string> = new Set(['model_unauthorized', 'model_not_found']);

/**
 * Models of which the next answers a turn where the one before it fails before it has said anything. One that failed is
 * left alone for a while, or for the rest of the call.
 */
export function createModelChain({ models, clock, onSwitch }: ModelChainOptions): Model {
  const [first] = models;
  const last = models.at(-1) ?? first;
  /** Epoch ms until which each is left alone. */
  const rests = new Map<ChainedModel, number>();

  function nextOf(index: number, since: number): ChainedModel {
    if (clock.now() - since >= TOTAL_TIMEOUT) return last;
    const isReady = (one: ChainedModel) => clock.now() >= (rests.get(one) ?? 0);
    return models.slice(index).find(isReady) ?? last;
  }

  return {
    ...first.model,
    async *respond(request) {
      const since = clock.now();
      let current = nextOf(0, since);
      for (;;) {
        if (current === last) return yield* current.model.respond(request);
        const left = TOTAL_TIMEOUT - (clock.now() - since);
        const answer = limited(current.model, request, clock, Math.min(TIMEOUT, left));
        let begun = false;
        try {
          for await (const piece of answer) {
            begun = true;
            yield piece;
          }
          return;
        } catch (error) {
          // What was said stands: another model would begin again.
          if (begun || request.signal?.aborted === true) throw error;
          const isLasting = isModelError(error) && LASTING.has(error.code);
          rests.set(current, isLasting ? Number.POSITIVE_INFINITY : clock.now() + REST);
          const next = nextOf(models.indexOf(current) + 1, since);
          onSwitch({ from: current.name, to: next.name, error });
          current = next;
        }
      }
    },
  };
}

/** The model's answer, of which the first piece comes in time. */
async function* limited(
  model: Model,
  request: ModelRequest,
  clock: Clock,
  timeout: number,
): Answer {
  const deadline = createDeadline(clock, timeout, request.signal);
  const pieces = model.respond({ ...request, signal: deadline.signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await untilAborted(pieces.next(), deadline.signal);
      if (done) return;
      deadline.pause();
      yield value;
    }
  } catch (error) {
    if (!deadline.expired) throw error;
    throw new ModelError('model_timeout', 'The model did not start to answer in time.');
  } finally {
    deadline.close();
    // Not awaited: a model that ignores its signal must not hold up the next.
    pieces.return?.()?.catch(() => {});
  }
}
