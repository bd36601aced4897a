import type { Chat, ChatDelta } from '@kindling/protocol';
import type { ChatEvent } from './answer-chat.ts';
import type { StreamEvent } from './event-stream.ts';

/** A chat as it is written: one event a piece, each saying which message it belongs to. */
export async function* chatDeltas(
  events: AsyncGenerator<ChatEvent, Chat>,
  { id, sessionId }: { readonly id: string; readonly sessionId: string | null },
): AsyncGenerator<StreamEvent> {
  for await (const event of events) {
    if (event.type !== 'delta') continue;
    const data: ChatDelta = {
      id,
      ...(sessionId === null ? {} : { sessionId }),
      path: `chat.output[${event.index}].content`,
      delta: event.text,
    };
    yield { data };
  }
}
