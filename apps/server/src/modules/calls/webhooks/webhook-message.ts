import type { ServerMessage } from '@kindling/protocol/messages';

/** Published clients write it in either way. */
const FINAL_TRANSCRIPTS = [
  "transcript[transcriptType='final']",
  'transcript[transcriptType="final"]',
];

/** Tool calls are sent to the server that runs them, and not reported a second time. */
const SENT_ELSEWHERE: ReadonlySet<string> = new Set(['tool-calls', 'tool-calls-result']);

/** Whether an assistant's server subscribed to this message. */
export function isWanted(message: ServerMessage, wanted: ReadonlySet<string>): boolean {
  if (SENT_ELSEWHERE.has(message.type)) return false;
  if (wanted.has(message.type)) return true;
  return (
    message.type === 'transcript' &&
    message.transcriptType === 'final' &&
    FINAL_TRANSCRIPTS.some((name) => wanted.has(name))
  );
}

/** The message as servers receive it: the fields that pages read, and the published names beside them. */
export function toWebhook(message: ServerMessage): Readonly<Record<string, unknown>> {
  if (message.type !== 'conversation-update') return message;
  const { conversation } = message;
  return { ...message, messages: conversation, messagesOpenAIFormatted: conversation };
}
