import { STATUS_CODES } from 'node:http';
import {
  type Chat,
  ERROR_STATUS,
  type ErrorBody,
  takeWarnings,
  type Warning,
  type WebChat,
} from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { PendingWork } from '../../platform/jobs/pending-work.ts';
import { outageAnswer } from '../../platform/requests/answers/outage-answer.ts';
import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { storedAcceptance } from '../../platform/requests/visitors/notice-acceptance.ts';
import type { RateLimit } from '../../platform/requests/visitors/rate-limit.ts';
import { isServerSdk } from '../../platform/requests/visitors/server-sdk.ts';
import { networkOf } from '../../platform/requests/visitors/visitor.ts';
import type { ChatEvent } from './answer-chat.ts';
import { chatDeltas } from './chat-deltas.ts';
import { toChatResponse } from './chat-response.ts';
import type { ChatStore } from './chat-store.ts';
import { checkWebChat } from './check-web-chat.ts';
import { answerEvents, type StreamEvent } from './event-stream.ts';
import { type ChatOrder, type OpenChatOptions, type OpenedChat, openChat } from './open-chat.ts';
import { responseEvents } from './response-events.ts';
import { finishChat, runChat } from './run-chat.ts';
import { visibleEvents, visibleMessages } from './visible-messages.ts';

export interface ChatHandlersOptions extends Omit<OpenChatOptions, 'chats'> {
  readonly chats: ChatStore;
  readonly clock: Clock;
  readonly pending: PendingWork;
  /** Of models elsewhere. */
  readonly prices: ProviderPrices;
  /** Of messages that pages send. */
  readonly addressLimit: RateLimit;
  readonly tokenLimit: RateLimit;
}

interface Request {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly log: Logger;
  header(name: string): string | undefined;
}

interface Running {
  readonly opened: OpenedChat;
  readonly events: AsyncGenerator<ChatEvent, Chat>;
  readonly stop: () => void;
  /** What is otherwise than it was written: for owners. */
  readonly warnings: readonly Warning[];
}

/** Chats: written to an assistant, answered at once or as the words come. */
export function chatHandlers(options: ChatHandlersOptions): HandlersOf<'chat'> {
  const { chats, clock, pending, prices } = options;

  async function start(order: ChatOrder, { signal, log }: Request): Promise<Running> {
    const noticeAcceptance = storedAcceptance(order.form.noticeAcceptance, clock.now());
    const { form, warnings } = takeWarnings(order.form);
    const opened = await openChat(options, { ...order, form: { ...form, noticeAcceptance } });
    // Paths alone: what was written is not for the log.
    if (warnings.length > 0)
      log.warn({ chatId: opened.id, fields: warnings.map(({ path }) => path) }, 'chat form fitted');
    const left = new AbortController();
    const whenLeft = AbortSignal.any([signal, left.signal]);
    log.info({ chatId: opened.id }, 'chat opened');
    const events = runChat(opened, { chats, clock, log, pending, prices, signal: whenLeft });
    const found = [...warnings, ...opened.router.warnings];
    return { opened, events, stop: () => left.abort(), warnings: found };
  }

  async function limitPages(request: { clientAddress: string; token: { id: string } }) {
    await options.addressLimit.consume(networkOf(request.clientAddress));
    await options.tokenLimit.consume(request.token.id);
  }

  return {
    'chat.create': async (request) => {
      const { token, body } = request;
      const running = await start({ token, form: body }, request);
      return body.stream === true
        ? streamDeltas(running, request)
        : finish(running, withWarnings(running));
    },
    'chat.createResponse': async (request) => {
      const { token } = request;
      const { instructions, ...form } = request.body;
      const running = await start({ token, form, instructions }, request);
      return streams(form, request)
        ? streamResponse(running, request)
        : finish(running, (chat) => withWarnings(running)(toChatResponse(chat)));
    },
    'chat.createWeb': async (request) => {
      await limitPages(request);
      const { token, body } = request;
      const web = checkWebChat(body, token);
      const running = await start({ token, form: body, web }, request);
      if (body.stream !== true) return finish(running, toWebChat);
      return streamDeltas({ ...running, events: visibleEvents(running.events) }, request);
    },
    'chat.createWebResponse': async (request) => {
      await limitPages(request);
      const { token, body } = request;
      const web = checkWebChat(body, token);
      const running = await start({ token, form: body, web }, request);
      return streams(body, request)
        ? streamResponse(running, request)
        : finish(running, toChatResponse);
    },
    'chat.list': ({ token, query }) => chats.page(token.orgId, query),
    'chat.get': ({ token, id }) => chats.get(token.orgId, id),
    'chat.delete': ({ token, id, ifMatch }) => chats.remove(token.orgId, id, { ifMatch }),
  };
}

/** Published clients that leave `stream` out differ in what they expect: their headers tell. */
function streams(
  { stream }: { readonly stream?: boolean | null | undefined },
  { header }: Request,
): boolean {
  return stream ?? !((header('accept') ?? '').includes('application/json') || isServerSdk(header));
}

function streamDeltas({ opened, events, stop }: Running, request: Request): Promise<RawAnswer> {
  const deltas = chatDeltas(events, { id: opened.id, sessionId: opened.session?.id ?? null });
  const onError = (error: unknown): StreamEvent => ({
    event: 'error',
    data: errorBody(noted(error, opened, request), request.requestId),
  });
  return answerEvents(deltas, { onError, onLeft: stop });
}

function streamResponse({ opened, events, stop }: Running, request: Request): Promise<RawAnswer> {
  const response = responseEvents(events, {
    id: opened.id,
    createdAt: new Date(),
    previousChatId: opened.form.previousChatId ?? null,
    sessionId: opened.session?.id ?? null,
  });
  const onError = (error: unknown) => response.onError(noted(error, opened, request));
  return answerEvents(response.events, { onError, onLeft: stop });
}

const withWarnings =
  ({ warnings }: Running) =>
  <T extends object>(answer: T): T & { warnings?: Warning[] } =>
    warnings.length === 0 ? answer : { ...answer, warnings: [...warnings] };

async function finish<T>(
  { opened, events }: Running,
  toAnswer: (chat: Chat) => T,
): Promise<T | RawAnswer> {
  const answer = toAnswer(await finishChat(events));
  if (opened.router.keepsWords) return answer;
  // Raw answers are not kept for repeated requests.
  return new RawAnswer('application/json; charset=utf-8', JSON.stringify(answer), {}, 201);
}

function toWebChat({ id, sessionId, output }: Chat): WebChat {
  return { id, sessionId: sessionId ?? '', output: visibleMessages(output) };
}

/** The status line is gone when a stream fails: the log has to tell of it. */
function noted(error: unknown, { id }: OpenedChat, { log, signal }: Request): unknown {
  if (signal.aborted) log.info({ chatId: id }, 'chat left by its reader');
  else if (error instanceof ApiError) log.warn({ chatId: id, err: error }, 'chat provider failed');
  else log.error({ chatId: id, err: error }, 'chat failed');
  return error;
}

function errorBody(error: unknown, requestId: string): ErrorBody {
  const refusal = error instanceof ApiError ? error : outageAnswer(error);
  const code = refusal?.code ?? 'internal';
  const message = refusal?.message ?? 'Something went wrong on the server. Try again.';
  const statusCode = ERROR_STATUS[code];
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', code, message, requestId };
}
