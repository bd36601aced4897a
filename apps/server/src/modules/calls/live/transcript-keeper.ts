import { createLineBudget } from '@kindling/conversation';
import type { CallMessage } from '@kindling/protocol';
import type { ServerMessage } from '@kindling/protocol/messages';

/** What was said so far, from the messages that go to the page: all that outlives a crash. */
export interface TranscriptKeeper {
  readonly messages: readonly CallMessage[];
  /** The line that the message added; null: none. `full` once, for the first line that has no place any more. */
  handle(message: ServerMessage): CallMessage | 'full' | null;
}

export function createTranscriptKeeper(now: () => number): TranscriptKeeper {
  const messages: CallMessage[] = [];
  const startedAt = now();
  const budget = createLineBudget();
  let full = false;
  return {
    messages,
    handle(message) {
      if (message.type !== 'transcript' || message.transcriptType !== 'final') return null;
      // Nothing was heard of it, or it was taken back.
      if (full || message.transcript === '') return null;
      full = !budget.fits(message.transcript);
      if (full) return 'full';
      budget.count(message.transcript);
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
