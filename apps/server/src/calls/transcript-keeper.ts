import type { CallMessage } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';

/** What was said so far, from the messages that go to the page: all that outlives a crash. */
export interface TranscriptKeeper {
  readonly messages: readonly CallMessage[];
  /** The line that the message added; null: it was none. */
  handle(message: ServerMessage): CallMessage | null;
}

export function createTranscriptKeeper(now: () => number): TranscriptKeeper {
  const messages: CallMessage[] = [];
  const startedAt = now();
  return {
    messages,
    handle(message) {
      if (message.type !== 'transcript' || message.transcriptType !== 'final') return null;
      const time = now();
      const line: CallMessage = {
        role: message.role === 'user' ? 'user' : 'bot',
        message: message.transcript,
        time,
        endTime: time,
        secondsFromStart: (time - startedAt) / 1_000,
        ...(message.interrupted === undefined ? {} : { interrupted: message.interrupted }),
      };
      messages.push(line);
      return line;
    },
  };
}
