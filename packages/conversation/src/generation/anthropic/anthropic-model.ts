import type Anthropic from '@anthropic-ai/sdk';
import { type Clock, createSystemClock } from '@kindling/protocol/clock';
import { createDeadline } from '../../scope/deadline.ts';
import type { Model, ModelRequest } from '../model.ts';
import { isModelError, ModelError } from '../openai/model-error.ts';
import { NOTHING_LEFT_MESSAGE, readFailure } from '../openai/read-failure.ts';
import {
  ANSWER_TIMES,
  type Answer,
  type AnswerMeter,
  type AnswerTimes,
  createAnswerMeter,
  retriedAnswer,
  type TokensTaken,
  toModelError,
} from '../streamed-answer.ts';
import { readEvents, type TokenCount } from './read-events.ts';
import { writeRequest } from './write-request.ts';

export interface AnthropicModelOptions extends Partial<AnswerTimes> {
  readonly apiKey: string;
  readonly model: string;
  /** @default 'https://api.anthropic.com' */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

type Config = Required<AnthropicModelOptions>;

const BASE_URL = 'https://api.anthropic.com';
const PROVIDER = 'anthropic';
/** Longer than any timeout of ours: our clock ends a request. */
const SDK_TIMEOUT = 120_000;

/** Of an answer: more than the longest takes. */
const MAX_BYTES = 16_000_000;

/** Models that refused a temperature, by their address: newer ones have only their own. */
const withoutTemperature = new Set<string>();
/** Users name addresses and models. */
const MAX_KNOWN = 1_000;

/**
 * A model behind Anthropic's Messages API, streamed, by its SDK, of which only the protocol is used: time limits and
 * second tries are ours, as for other models, and it learns nothing of this machine.
 *
 * @throws `ModelError`, or the signal's reason when aborted; the connection is closed on every path
 */
export function createAnthropicModel(options: AnthropicModelOptions): Model {
  const config: Config = {
    ...ANSWER_TIMES,
    baseUrl: BASE_URL,
    fetch: globalThis.fetch,
    clock: createSystemClock(),
    ...options,
  };
  let opened: Promise<Anthropic> | null = null;
  const client = () => {
    opened ??= openClient(config);
    return opened;
  };
  return {
    provider: PROVIDER,
    respond: (request) => retriedAnswer(() => ask(config, client, request), config, request.signal),
  };
}

/** Loaded where it is needed: it takes a moment and some memory. */
async function openClient({ apiKey, baseUrl, fetch }: Config): Promise<Anthropic> {
  const { Anthropic: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    apiKey,
    baseURL: baseUrl,
    fetch: async (input, init) =>
      bounded(await fetch(input, { ...init, headers: plainHeaders(init?.headers) })),
    maxRetries: 0,
    timeout: SDK_TIMEOUT,
    logLevel: 'off',
    // What is said is nobody else's matter.
    openTelemetry: false,
  });
}

/** Of what the SDK sends: it tells of itself and this machine, too, and adds what it finds in the environment. */
const SENT = /^(?:accept|authorization|content-type|x-api-key|anthropic-[a-z-]+)$/;

function plainHeaders(given: RequestInit['headers']): Headers {
  const headers = new Headers(given);
  for (const name of [...headers.keys()]) if (!SENT.test(name)) headers.delete(name);
  return headers;
}

/** The same answer, which ends in an error where it does not end: the SDK reads whatever comes. */
function bounded(response: Response): Response {
  const { body, status, headers } = response;
  if (body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes <= MAX_BYTES) controller.enqueue(part);
      else
        controller.error(
          new ModelError('model_bad_answer', 'The model server answers without end.'),
        );
    },
  });
  return new Response(body.pipeThrough(counted), { status, headers });
}

async function* ask(
  config: Config,
  client: () => Promise<Anthropic>,
  request: ModelRequest,
): Answer {
  const { clock, firstTokenTimeout, idleTimeout, totalTimeout, model } = config;
  const deadline = createDeadline(clock, firstTokenTimeout, request.signal, totalTimeout);
  const tokens: TokenCount = { promptTokens: null, completionTokens: null };
  const meter = createAnswerMeter(request);
  let spoke = false;
  try {
    const asked = { client: await client(), signal: deadline.signal, meter };
    const events = await send(config, request, asked);
    // Until the first word its time runs, whatever else is sent; a tool that is being written is a sign of life.
    const sign = () => spoke && deadline.extend(idleTimeout);
    for await (const piece of readEvents(events, tokens, sign)) {
      request.signal?.throwIfAborted();
      spoke = true;
      meter.handlePiece(piece);
      deadline.pause();
      yield piece;
      deadline.extend(idleTimeout);
    }
  } catch (error) {
    throw toModelError(await asModelError(error, clock.now()), deadline, request.signal, spoke);
  } finally {
    deadline.close();
    const taken = takenOf(tokens, meter);
    if (taken !== null) request.onUsage?.({ provider: PROVIDER, model, ...taken });
  }
}

/** Prompt tokens are reported first and completion tokens last, so an answer that is cut off lacks the latter. */
function takenOf(
  { promptTokens, completionTokens }: TokenCount,
  { estimate }: AnswerMeter,
): TokensTaken | null {
  if (promptTokens !== null && completionTokens !== null) return { promptTokens, completionTokens };
  if (promptTokens === null) return estimate;
  return { promptTokens, completionTokens: estimate?.completionTokens ?? 0 };
}

interface Asked {
  readonly client: Anthropic;
  readonly signal: AbortSignal;
  readonly meter: AnswerMeter;
}

async function send(
  config: Config,
  request: ModelRequest,
  asked: Asked,
): Promise<AsyncIterable<Anthropic.RawMessageStreamEvent>> {
  const { model } = config;
  const { client, signal, meter } = asked;
  const known = `${config.baseUrl} ${model}`;
  const temperature = !withoutTemperature.has(known);
  const body = writeRequest(model, request, { temperature });
  try {
    return await meter.send(signal, async () => client.messages.create(body, { signal }));
  } catch (error) {
    const mends = temperature && request.temperature !== undefined && refusesTemperature(error);
    if (!mends) throw error;
    if (withoutTemperature.size >= MAX_KNOWN) withoutTemperature.clear();
    withoutTemperature.add(known);
    return send(config, request, asked);
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;

const refusesTemperature = (error: unknown) =>
  statusOf(error) === 400 && error instanceof Error && /temperature/.test(error.message);

/** The SDK's messages quote the whole answer, and are not passed on. */
async function asModelError(error: unknown, now: number): Promise<unknown> {
  if (isModelError(error)) return error;
  const { APIConnectionError, APIError } = await import('@anthropic-ai/sdk');
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return error;
  if (/credit balance|billing/i.test(error.message))
    return new ModelError('model_unauthorized', NOTHING_LEFT_MESSAGE);
  // An error in the middle of the stream has no status of its own.
  const status = error.status ?? 529;
  return readFailure({ status, headers: error.headers ?? new Headers() }, now);
}
