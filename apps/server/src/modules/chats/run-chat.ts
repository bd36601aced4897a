import { isModelError } from '@kindling/conversation';
import type { CallCost, Chat, ChatMessage } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { PendingWork } from '../../platform/jobs/pending-work.ts';
import { toModelMessages } from '../sessions/message-text.ts';
import { createCostMeter } from '../usage/cost-meter.ts';
import { answerChat, type ChatEvent } from './answer-chat.ts';
import type { ChatRecord, ChatStore } from './chat-store.ts';
import type { OpenedChat } from './open-chat.ts';
import { storableText } from './storable-text.ts';

/** From the question to the last word, tools included. */
const TIME_LIMIT = 120_000;

export interface RunChatOptions {
  readonly chats: Pick<ChatStore, 'keep'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pending: PendingWork;
  /** Of models elsewhere. */
  readonly prices: ProviderPrices;
  /** Aborted when nobody reads the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Answers the chat and keeps it; returns what was kept. An answer that its reader left is kept as far
 * as it was written.
 *
 * @throws `provider_failed`; nothing is kept then
 */
export async function* runChat(
  opened: OpenedChat,
  { chats, clock, log, pending, prices, signal }: RunChatOptions,
): AsyncGenerator<ChatEvent, Chat> {
  const done = pending.begin();
  const limit = new AbortController();
  const cancelLimit = clock.schedule(TIME_LIMIT, () => limit.abort(tookTooLong()));
  const output: ChatMessage[] = [];
  const handoffs = [...opened.handoffs];
  const draft = { text: '' };
  let outcome: 'left' | 'kept' | 'failed' = 'left';
  const { first, meter } = opened.router;
  const router = { ...opened.router, speaker: first };
  const { handOff, cost, costs } = createCostMeter(router, { meter, prices });
  const keep = async () => {
    const record = toRecord(opened, { output, handoffs, cost: cost(), costs: costs() });
    if (opened.router.keepsWords) return chats.keep(opened.orgId, record, opened.session);
    const kept = await chats.keep(opened.orgId, withoutWords(record), opened.session);
    const { input, messages, output: written } = record;
    return { ...kept, input, messages: [...messages], output: [...written] };
  };
  try {
    const events = answerChat({
      first,
      handOff,
      before: withInstructions(opened),
      input: toModelMessages(opened.input),
      signal: AbortSignal.any([signal, limit.signal]),
    });
    for await (const event of events) {
      note(event);
      yield event;
    }
    outcome = 'kept';
    return await keep();
  } catch (error) {
    if (signal.aborted) throw new ApiError('bad_request', 'The caller left before the answer.');
    outcome = 'failed';
    throw limit.signal.aborted ? limit.signal.reason : asRefusal(error);
  } finally {
    cancelLimit();
    if (outcome === 'left') await keepPart();
    done();
  }

  function note(event: ChatEvent): void {
    if (event.type === 'delta') draft.text += event.text;
    else if (event.type === 'handoff') handoffs.push(event.destination);
    else {
      output.push(event.message);
      draft.text = '';
    }
  }

  async function keepPart(): Promise<void> {
    if (draft.text !== '') output.push({ role: 'assistant', content: storableText(draft.text) });
    if (output.length === 0) return;
    await keep().catch((error: unknown) =>
      log.error({ chatId: opened.id, err: error }, 'chat not stored'),
    );
  }
}

/** The kept chat, when nobody reads along. */
export async function finishChat(running: AsyncGenerator<ChatEvent, Chat>): Promise<Chat> {
  for (;;) {
    const step = await running.next();
    if (step.done === true) return step.value;
  }
}

function withInstructions({ before, instructions }: OpenedChat) {
  const known = toModelMessages(before);
  if (instructions !== null) known.push({ role: 'system', content: instructions });
  return known;
}

interface Answer {
  readonly output: readonly ChatMessage[];
  readonly handoffs: readonly string[];
  /** US dollars; null: not known. */
  readonly cost: number | null;
  /** What was had elsewhere. */
  readonly costs: readonly CallCost[];
}

function toRecord(opened: OpenedChat, { output, handoffs, cost, costs }: Answer): ChatRecord {
  const { form, overrides } = opened;
  const { assistantOverrides: _, ...fields } = form;
  return {
    ...fields,
    ...opened.answerer,
    id: opened.id,
    ...(opened.session === null ? {} : { sessionId: opened.session.id }),
    ...(Object.keys(overrides).length === 0 ? {} : { assistantOverrides: overrides }),
    messages: [...opened.before],
    output: [...output],
    ...(handoffs.length === 0 ? {} : { handoffs: [...handoffs] }),
    ...(cost === null ? {} : { cost }),
    ...(cost === null && costs.length === 0 ? {} : { costs: [...costs] }),
  };
}

/** That there was a chat is kept, and nothing that was written in it. */
function withoutWords(record: ChatRecord): ChatRecord {
  const { assistantOverrides: _, ...rest } = record;
  return { ...rest, input: [], messages: [], output: [] };
}

function asRefusal(error: unknown): unknown {
  if (!isModelError(error)) return error;
  return new ApiError('provider_failed', `The model did not answer: ${error.message}`, {
    cause: error,
    ...(error.retryAfter === undefined
      ? {}
      : { headers: { 'Retry-After': String(Math.ceil(error.retryAfter / 1_000)) } }),
  });
}

function tookTooLong(): ApiError {
  return new ApiError('provider_failed', `The answer took longer than ${TIME_LIMIT / 1_000} s.`);
}
