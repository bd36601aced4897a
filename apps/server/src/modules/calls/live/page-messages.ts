import type { Conversation } from '@kindling/conversation';
import { PLAYABLE_MESSAGE } from '@kindling/protocol/constants';
import type { ClientMessage, ServerMessage } from '@kindling/protocol/messages';
import { type ParsedClientMessage, parseClientMessage } from './client-message.ts';
import { createMessageGate } from './message-gate.ts';

export interface PageMessagesOptions {
  readonly now: () => number;
  /** Null until the conversation was started. */
  readonly conversation: () => Conversation | null;
  /** Why the page may not send this; null: it may. */
  readonly refusal: (message: ClientMessage) => string | null;
  readonly onEndCall: () => void;
  readonly send: (message: Extract<ServerMessage, { type: 'error' }>) => void;
}

/** Takes what a call's page says: within its limits, to the conversation. */
export function createPageMessages(options: PageMessagesOptions): (data: unknown) => void {
  const gate = createMessageGate(options.now);
  const reject = (code: string, message: string) => options.send({ type: 'error', code, message });

  function pass(parsed: ParsedClientMessage): void {
    const conversation = options.conversation();
    if (!parsed.ok) reject(parsed.code, parsed.message);
    else if (conversation !== null) takeInto(conversation, parsed.message);
    else if (parsed.message.type === 'end-call') options.onEndCall();
    else reject('not_started', NOT_STARTED);
  }

  function takeInto(conversation: Conversation, message: ClientMessage): void {
    const refusal = options.refusal(message);
    if (refusal === null) conversation.handleMessage(message);
    else reject('role_not_allowed', refusal);
  }

  return (data) => {
    const parsed = parseClientMessage(data);
    if (gate.lets(parsed.ok ? parsed.message : null)) pass(parsed);
    else reject('rate_limited', TOO_FAST);
  };
}

const NOT_STARTED = `Send "${PLAYABLE_MESSAGE}" first: the conversation has not started.`;
const TOO_FAST =
  'Too many messages at once: this one was not taken. Wait a few seconds, then send it again.';
