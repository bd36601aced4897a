import type { CallMessage } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';

/** What was said so far, from the messages that go to the page: all that outlives a crash. */
export interface TranscriptKeeper {
  readonly messages: readonly CallMessage[];
  /** True when the message added a line. */
  handle(message: ServerMessage): boolean;
}

export function createTranscriptKeeper(now: () => number): TranscriptKeeper {
  const messages: CallMessage[] = [];
  const startedAt = now();
  return {
    messages,
    handle(message) {
      if (message.type !== 'transcript' || message.transcriptType !== 'final') return false;
      const time = now();
      messages.push({
        role: message.role === 'user' ? 'user' : 'bot',
        message: message.transcript,
        time,
        endTime: time,
        secondsFromStart: (time - startedAt) / 1_000,
        ...(message.interrupted === undefined ? {} : { interrupted: message.interrupted }),
      });
      return true;
    },
  };
}
