import type { CallScope } from './call-scope.ts';
import { untilAborted } from './until-aborted.ts';

export type Stage = 'transcriber' | 'model' | 'voice';

/** A provider failed twice, or after part of its answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code = 'provider_failed';
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(`The ${stage} failed; the conversation goes on without this answer.`, { cause });
    this.stage = stage;
  }
}

export class ProviderTimeoutError extends Error {
  override readonly name = 'ProviderTimeoutError';
  readonly code = 'provider_timed_out';
}

/**
 * How long a provider may remain silent before it counts as failed, ms. A model behind a network asks
 * twice itself and gives up sooner, after some 20 seconds.
 */
export const PROVIDER_TIMEOUT = { transcriber: 15_000, model: 21_000, voice: 10_000 } as const;
/** Failed turns in a row after which the call is given up. */
export const MAX_FAULTS = 3;

export interface Faults {
  /**
   * Runs once, and once more if that fails.
   *
   * @throws a `ProviderError` after the second failure, the signal's reason when it aborts
   */
  call<T>(stage: Stage, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * The same for a stream. Only one that yielded nothing is retried, so that no item comes twice, and
   * none whose error is final: who throws it tried again already.
   */
  stream<T>(
    stage: Stage,
    open: (signal: AbortSignal) => AsyncIterable<T>,
    options: { readonly signal: AbortSignal; readonly isFinal?: (error: unknown) => boolean },
  ): AsyncGenerator<T, void>;
  /** Counts a failed turn; false where it was the last one allowed. */
  recordFailure(): boolean;
  recordSuccess(): void;
}

export interface FaultsOptions {
  readonly scope: CallScope;
  readonly onFault: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

export function createFaults({ scope, onFault }: FaultsOptions): Faults {
  let failures = 0;

  /** One attempt with its own signal, which its deadline aborts, too. */
  function startTry(stage: Stage, signal: AbortSignal) {
    const controller = new AbortController();
    const forward = () => controller.abort(signal.reason);
    if (signal.aborted) forward();
    signal.addEventListener('abort', forward, { once: true });
    return {
      signal: controller.signal,
      async within<T>(work: Promise<T>): Promise<T> {
        const cancel = scope.after(PROVIDER_TIMEOUT[stage], () =>
          controller.abort(new ProviderTimeoutError(`The ${stage} did not answer in time.`)),
        );
        try {
          return await untilAborted(work, controller.signal);
        } finally {
          cancel();
        }
      },
      close: () => signal.removeEventListener('abort', forward),
    };
  }

  /** Returns where another attempt may follow, throws otherwise. */
  function judge(stage: Stage, error: unknown, giveUp: boolean, signal: AbortSignal): void {
    if (signal.aborted) throw signal.reason;
    onFault({ stage, error });
    if (giveUp) throw new ProviderError(stage, error);
  }

  return {
    async call(stage, run, signal) {
      for (let attempt = 1; ; attempt += 1) {
        const current = startTry(stage, signal);
        try {
          return await current.within(run(current.signal));
        } catch (error) {
          judge(stage, error, attempt === 2, signal);
        } finally {
          current.close();
        }
      }
    },

    async *stream(stage, open, { signal, isFinal = () => false }) {
      for (let attempt = 1; ; attempt += 1) {
        const current = startTry(stage, signal);
        let given = false;
        let iterator: AsyncIterator<unknown> | undefined;
        try {
          const items = open(current.signal)[Symbol.asyncIterator]();
          iterator = items;
          for (;;) {
            const item = await current.within(items.next());
            if (item.done) return;
            given = true;
            yield item.value;
          }
        } catch (error) {
          judge(stage, error, given || attempt === 2 || isFinal(error), signal);
        } finally {
          current.close();
          // Not awaited: a provider that ignores its signal must not hold up the call.
          iterator?.return?.().catch(() => {});
        }
      }
    },

    recordFailure() {
      failures += 1;
      return failures < MAX_FAULTS;
    },
    recordSuccess() {
      failures = 0;
    },
  };
}
