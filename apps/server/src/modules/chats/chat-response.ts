import type { Chat, ChatResponse, ResponseMessage } from '@kindling/protocol';
import { messageText } from '../sessions/message-text.ts';
import { visibleMessages } from './visible-messages.ts';

/** A kept chat in the shape of OpenAI's Responses API. */
export function toChatResponse(chat: Chat): ChatResponse {
  const seed = {
    id: chat.id,
    createdAt: new Date(chat.createdAt),
    previousChatId: chat.previousChatId ?? null,
    sessionId: chat.sessionId ?? null,
  };
  const output = visibleMessages(chat.output).map((message, index) =>
    responseMessage(chat.id, index, messageText(message)),
  );
  return { ...beginResponse(seed), status: 'completed', output };
}

export interface ResponseSeed {
  readonly id: string;
  readonly createdAt: Date;
  readonly previousChatId: string | null;
  readonly sessionId: string | null;
}

export function beginResponse(seed: ResponseSeed): ChatResponse {
  return {
    id: seed.id,
    object: 'response',
    created_at: Math.floor(seed.createdAt.getTime() / 1_000),
    status: 'in_progress',
    error: null,
    output: [],
    previous_response_id: seed.previousChatId,
    sessionId: seed.sessionId,
  };
}

export function responseMessage(chatId: string, index: number, text: string): ResponseMessage {
  return {
    id: responseMessageId(chatId, index),
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [responseText(text)],
  };
}

export const responseMessageId = (chatId: string, index: number): string =>
  `msg_${chatId}_${index}`;

export const responseText = (text: string) => ({
  type: 'output_text' as const,
  text,
  annotations: [],
});
