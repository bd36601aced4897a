import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import { retry, wait } from '@kindling/protocol/retry';
import { createDeadline, type Deadline } from '../../scope/deadline.ts';
import type { Model, ModelRequest } from '../model.ts';
import type { ToolCall } from '../tools.ts';
import { isModelError, ModelError } from './model-error.ts';
import { readAnswer } from './read-answer.ts';
import { readFailure } from './read-failure.ts';
import { createKnownManners, type KnownManners, readManner } from './request-manner.ts';
import { writeRequest } from './write-request.ts';

export interface OpenAiModelOptions {
  /** Up to and without `/chat/completions`: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** What the model is reported as. @default 'openai' */
  readonly provider?: string;
  /** Until the first piece of text, in ms. @default 10000 */
  readonly firstTokenTimeout?: number;
  /** Between two signs of life afterwards, in ms. @default 10000 */
  readonly idleTimeout?: number;
  /** How often a failed request is sent again before the first text. @default 1 */
  readonly retries?: number;
  /** The longest wait before another try, whatever the server asks for, in ms. @default 2000 */
  readonly maxRetryDelay?: number;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** How endpoints want to be asked, learned from their refusals. @default shared by all models */
  readonly manners?: KnownManners;
}

type Config = Required<Omit<OpenAiModelOptions, 'apiKey'>> & { readonly apiKey: string | null };

const DEFAULTS = {
  provider: 'openai',
  firstTokenTimeout: 10_000,
  idleTimeout: 10_000,
  retries: 1,
  maxRetryDelay: 2_000,
} as const satisfies Partial<OpenAiModelOptions>;
const FIRST_RETRY_DELAY = 250;
/** How long a server may keep an answer open that it said was done, ms. */
const LAST_EVENT_TIMEOUT = 1_000;
/** The same behind the last event, ms: what comes in it leaves the connection to the next question. */
const CLOSE_TIMEOUT = 50;

const sharedManners = createKnownManners();

type Answer = AsyncGenerator<string | ToolCall>;

/**
 * A model behind any endpoint that speaks the OpenAI chat-completions protocol, streamed.
 *
 * @throws `ModelError`, or the signal's reason when aborted; the connection is closed on every path
 */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const config: Config = {
    ...DEFAULTS,
    fetch: globalThis.fetch,
    clock: createSystemClock(),
    manners: sharedManners,
    ...options,
    apiKey: options.apiKey ?? null,
  };
  const url = new URL(`${config.baseUrl.replace(/\/+$/, '')}/chat/completions`);
  return {
    provider: config.provider,
    respond: (request) => respond(config, url, request),
  };
}

async function* respond(config: Config, url: URL, request: ModelRequest): Answer {
  const { pieces, first } = await begin(config, url, request);
  try {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  } finally {
    await pieces.return(undefined);
  }
}

/** Until the first piece: once something was said, a second try would say it twice. */
function begin(config: Config, url: URL, request: ModelRequest) {
  const { signal } = request;
  return retry(
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
      const pieces = ask(config, url, request);
      return { pieces, first: await pieces.next() };
    },
  );
}

async function* ask(config: Config, url: URL, request: ModelRequest): Answer {
  const deadline = createDeadline(config.clock, config.firstTokenTimeout, request.signal);
  let spoke = false;
  try {
    const response = await send(config, url, request, deadline.signal);
    let timeout = config.idleTimeout;
    const read = readAnswer(response, ({ toolBegun, finishReason, isOver }) => {
      if (isOver) timeout = CLOSE_TIMEOUT;
      else if (finishReason !== null) timeout = LAST_EVENT_TIMEOUT;
      if (spoke || toolBegun || timeout !== config.idleTimeout) deadline.extend(timeout);
    });
    for await (const piece of read) {
      request.signal?.throwIfAborted();
      spoke = true;
      deadline.pause();
      yield piece;
      deadline.extend(timeout);
    }
  } catch (error) {
    throw toModelError(error, deadline, request.signal, spoke);
  } finally {
    deadline.close();
  }
}

async function send(
  config: Config,
  url: URL,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const endpoint = `${url.href} ${config.model}`;
  const manner = config.manners.of(endpoint);
  const response = await config.fetch(url, {
    method: 'POST',
    signal,
    // A redirect would send the conversation to an address that was not configured.
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(config.apiKey === null ? {} : { authorization: `Bearer ${config.apiKey}` }),
    },
    body: JSON.stringify(writeRequest(config.model, request, manner)),
  });
  if (response.ok) return response;
  const wanted = await readManner(response, manner);
  if (wanted !== null) {
    config.manners.learn(endpoint, wanted);
    return send(config, url, request, signal);
  }
  throw readFailure(response, config.clock.now());
}

function toModelError(
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
