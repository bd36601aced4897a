import type { ChatMessage, PageState } from './page-state.ts';
import type { Store } from './store.ts';

/** Limit of one message; far below the limit of app messages. */
export const CHAT_MAX_CHARACTERS = 4_000;
const MAX_CHAT_MESSAGES = 500;
let nextId = 1;

/** The app message of a chat message, as published prebuilt pages send it. */
interface WireChatMessage {
  readonly event: 'chat-msg';
  readonly message: string;
  readonly name: string;
  readonly date: string;
}

export function createChatMessage(message: string, name: string, now: Date): WireChatMessage {
  return { event: 'chat-msg', message, name, date: now.toISOString() };
}

/** The text of a chat message; null for any other app message. */
export function readChatMessage(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('event' in data) || data.event !== 'chat-msg') return null;
  if (!('message' in data) || typeof data.message !== 'string') return null;
  const text = data.message.trim().slice(0, CHAT_MAX_CHARACTERS);
  return text === '' ? null : text;
}

export function addChatMessage(store: Store<PageState>, message: Omit<ChatMessage, 'id'>): void {
  const { chat, unread, sidebar } = store.get();
  const seen = message.mine || sidebar === 'chat';
  store.set({
    chat: [...chat, { ...message, id: nextId++ }].slice(-MAX_CHAT_MESSAGES),
    unread: seen ? unread : unread + 1,
  });
}
