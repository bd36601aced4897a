import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import { createDeadline } from '../../scope/deadline.ts';
import type { Model, ModelRequest } from '../model.ts';
import {
  ANSWER_TIMES,
  type Answer,
  type AnswerMeter,
  type AnswerTimes,
  createAnswerMeter,
  retriedAnswer,
  toModelError,
} from '../streamed-answer.ts';
import type { TokenUsage } from './completion-schema.ts';
import { withoutOlderHalf } from './fit-context.ts';
import { isModelError } from './model-error.ts';
import { readAnswer } from './read-answer.ts';
import { readFailure } from './read-failure.ts';
import {
  createKnownManners,
  type KnownManners,
  readRefusal,
  wantedManner,
} from './request-manner.ts';
import { writeRequest } from './write-request.ts';

export interface OpenAiModelOptions extends Partial<AnswerTimes> {
  /** Up to and without `/chat/completions`: `http://localhost:11434/v1`. A query string is kept. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** What the model is reported as. @default 'openai' */
  readonly provider?: string;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** How endpoints want to be asked, learned from their refusals. @default shared by all models */
  readonly manners?: KnownManners;
}

type Config = Required<Omit<OpenAiModelOptions, 'apiKey'>> & { readonly apiKey: string | null };

const DEFAULTS = {
  ...ANSWER_TIMES,
  provider: 'openai',
} as const satisfies Partial<OpenAiModelOptions>;
/** How long a server may keep an answer open that it said was done, ms. */
const LAST_EVENT_TIMEOUT = 1_000;
/** The same behind the last event, ms: what comes in it leaves the connection to the next question. */
const CLOSE_TIMEOUT = 50;

const sharedManners = createKnownManners();

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
  const url = new URL(config.baseUrl);
  // Azure names the version of its API in the query.
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return {
    provider: config.provider,
    respond: (request) =>
      retriedAnswer(() => askFitting(config, url, request), config, request.signal),
  };
}

/** Asks with less of the conversation where the model's context does not hold all of it. */
async function* askFitting(config: Config, url: URL, request: ModelRequest): Answer {
  for (let { messages } = request; ; ) {
    let begun = false;
    try {
      for await (const piece of ask(config, url, { ...request, messages })) {
        begun = true;
        yield piece;
      }
      return;
    } catch (error) {
      const isTooLong = isModelError(error) && error.code === 'model_too_long' && !begun;
      const shorter = isTooLong ? withoutOlderHalf(messages) : null;
      if (shorter === null) throw error;
      messages = shorter;
    }
  }
}

async function* ask(config: Config, url: URL, request: ModelRequest): Answer {
  const { clock, firstTokenTimeout, totalTimeout } = config;
  const deadline = createDeadline(clock, firstTokenTimeout, request.signal, totalTimeout);
  const meter = createAnswerMeter(request);
  let spoke = false;
  let usage: TokenUsage = null;
  try {
    const response = await send(config, url, request, { signal: deadline.signal, meter });
    let timeout = config.idleTimeout;
    const read = readAnswer(response, ({ toolBegun, finishReason, isOver, usage: taken }) => {
      usage = taken;
      if (isOver) timeout = CLOSE_TIMEOUT;
      else if (finishReason !== null) timeout = LAST_EVENT_TIMEOUT;
      if (spoke || toolBegun || timeout !== config.idleTimeout) deadline.extend(timeout);
    });
    for await (const piece of read) {
      request.signal?.throwIfAborted();
      spoke = true;
      meter.handlePiece(piece);
      deadline.pause();
      yield piece;
      deadline.extend(timeout);
    }
  } catch (error) {
    if (isModelError(error) && error.code !== 'model_cut_off') meter.handleRefused();
    throw toModelError(error, deadline, request.signal, spoke);
  } finally {
    deadline.close();
    const { provider, model } = config;
    const taken = (usage as TokenUsage) ?? meter.estimate;
    if (taken) request.onUsage?.({ provider, model, ...taken });
  }
}

async function send(
  config: Config,
  url: URL,
  request: ModelRequest,
  parts: { readonly signal: AbortSignal; readonly meter: AnswerMeter },
): Promise<Response> {
  const { signal, meter } = parts;
  const endpoint = `${url.href} ${config.model}`;
  const manner = config.manners.of(endpoint);
  const response = await meter.send(signal, () =>
    config.fetch(url, {
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
    }),
  );
  if (response.ok) return response;
  meter.handleRefused();
  const refusal = await readRefusal(response);
  const wanted = wantedManner(refusal, manner);
  if (wanted !== null) {
    config.manners.learn(endpoint, wanted);
    return send(config, url, request, parts);
  }
  throw readFailure({ ...refusal, headers: response.headers }, config.clock.now());
}
