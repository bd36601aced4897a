import type { Clock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import type { Deadline } from '../scope/deadline.ts';
import type { ModelRequest, ModelUsage } from './model.ts';
import { isModelError, ModelError } from './openai/model-error.ts';
import type { ToolCall } from './tools.ts';

export type Answer = AsyncGenerator<string | ToolCall>;

/** How long a model behind a network may take, and how often it is asked. */
export interface AnswerTimes {
  /** Until the first piece of text, in ms. @default 10000 */
  readonly firstTokenTimeout: number;
  /** Between two signs of life afterwards, in ms. @default 10000 */
  readonly idleTimeout: number;
  /** For all of an answer: signs of life without words, or a word now and then, are none. In ms. @default 120000 */
  readonly totalTimeout: number;
  /** How often a failed request is sent again before the first text. @default 1 */
  readonly retries: number;
  /** The longest wait before another try, whatever the server asks for, in ms. @default 2000 */
  readonly maxRetryDelay: number;
}

export const ANSWER_TIMES = {
  firstTokenTimeout: 10_000,
  idleTimeout: 10_000,
  totalTimeout: 120_000,
  retries: 1,
  maxRetryDelay: 2_000,
} as const satisfies AnswerTimes;

const FIRST_RETRY_DELAY = 250;

/** An answer whose request is sent again as long as nothing came: once something was said, a second try would say it twice. */
export async function* retriedAnswer(
  ask: () => Answer,
  config: AnswerTimes & { readonly clock: Clock },
  signal: AbortSignal | undefined,
): Answer {
  const { pieces, first } = await retry(
    {
      signal,
      attempts: config.retries + 1,
      mayRetry: (error) => isModelError(error) && error.retryable,
      pause(attempt, error) {
        const asked = isModelError(error) ? error.retryAfter : undefined;
        const delay = asked ?? FIRST_RETRY_DELAY * 2 ** (attempt - 1);
        return wait(config.clock, Math.min(delay, config.maxRetryDelay), signal);
      },
    },
    async () => {
      const begun = ask();
      return { pieces: begun, first: await begun.next() };
    },
  );
  try {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  } finally {
    await pieces.return(undefined);
  }
}

export type TokensTaken = Pick<ModelUsage, 'promptTokens' | 'completionTokens'>;

/** Of English, roughly. */
const CHARACTERS_PER_TOKEN = 4;
const tokensOf = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Counts what an answer takes whose server does not say so, or does not come to it because it is cut off. */
export interface AnswerMeter {
  /**
   * Lets a request go out: it is read, and paid for, whether or not its answer is waited for. One that fails by itself
   * is not.
   */
  send<T>(signal: AbortSignal, request: () => Promise<T>): Promise<T>;
  /** It was not answered after all. */
  handleRefused(): void;
  handlePiece(piece: string | ToolCall): void;
  /** Null: nothing was sent. */
  readonly estimate: TokensTaken | null;
}

export function createAnswerMeter({ messages, tools = [] }: ModelRequest): AnswerMeter {
  let isSent = false;
  let said = 0;
  return {
    async send(signal, request) {
      isSent = !signal.aborted;
      try {
        return await request();
      } catch (error) {
        if (!signal.aborted) isSent = false;
        throw error;
      }
    },
    handleRefused() {
      isSent = false;
    },
    handlePiece(piece) {
      said += typeof piece === 'string' ? piece.length : piece.name.length + piece.arguments.length;
    },
    get estimate() {
      if (!isSent) return null;
      const asked = messages.map(({ content, toolCalls = [] }) => [content, ...toolCalls]);
      const length = JSON.stringify(asked).length + (tools.length && JSON.stringify(tools).length);
      return { promptTokens: tokensOf(length), completionTokens: tokensOf(said) };
    },
  };
}

/** What an answer ended with, as the caller of a model gets it. */
export function toModelError(
  error: unknown,
  deadline: Deadline,
  outer: AbortSignal | undefined,
  spoke: boolean,
): unknown {
  if (outer?.aborted === true) return outer.reason;
  if (deadline.expired) {
    const when = spoke ? 'stopped in the middle of its answer' : 'did not start to answer in time';
    return new ModelError('model_timeout', `The model server ${when}.`);
  }
  if (isModelError(error) && (spoke || error.code !== 'model_cut_off')) return error;
  // The cause is left out on purpose: it may quote headers.
  return spoke
    ? new ModelError('model_cut_off', 'The connection to the model server broke mid-answer.')
    : new ModelError('model_unreachable', 'The model server cannot be reached; check its address.');
}
