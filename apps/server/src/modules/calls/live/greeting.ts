import type { AssistantCreate } from '@kindling/protocol';
import { conversationSettings } from '../../assistants/runtime/conversation-settings.ts';

/** What an assistant says before anybody has said anything; null where it waits, or thinks of it then. */
export function greetingOf(assistant: AssistantCreate, now: Date): string | null {
  const { firstMessage, firstMessageMode } = conversationSettings(assistant, now);
  return firstMessageMode === 'assistant-speaks-first' ? firstMessage : null;
}
