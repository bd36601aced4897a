import type { ServerMessage } from '@kindling/protocol/messages';

/** Published clients write it in either way. */
const FINAL_TRANSCRIPTS = [
  "transcript[transcriptType='final']",
  'transcript[transcriptType="final"]',
];

/** Functions are asked where they run, and not told of a second time. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['tool-calls', 'tool-calls-result']);

/** Whether an assistant's server wants to be told. */
export function isWanted(message: ServerMessage, wanted: ReadonlySet<string>): boolean {
  if (TOLD_ELSEWHERE.has(message.type)) return false;
  if (wanted.has(message.type)) return true;
  return (
    message.type === 'transcript' &&
    message.transcriptType === 'final' &&
    FINAL_TRANSCRIPTS.some((name) => wanted.has(name))
  );
}

/** The message as servers are told it: what pages read, and the published names beside. */
export function toWebhook(message: ServerMessage): Readonly<Record<string, unknown>> {
  if (message.type !== 'conversation-update') return message;
  const { conversation } = message;
  return { ...message, messages: conversation, messagesOpenAIFormatted: conversation };
}
