import type { Chat, ChatResponseEvent } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { messageText } from '../sessions/message-text.ts';
import type { ChatEvent } from './answer-chat.ts';
import {
  beginResponse,
  type ResponseSeed,
  responseMessage,
  responseMessageId,
  responseText,
  toChatResponse,
} from './chat-response.ts';
import type { StreamEvent } from './event-stream.ts';
import { visibleEvents } from './visible-messages.ts';

type Unnumbered<E = ChatResponseEvent> = E extends unknown ? Omit<E, 'sequence_number'> : never;

export interface ResponseEvents {
  readonly events: AsyncGenerator<StreamEvent>;
  readonly onError: (error: unknown) => StreamEvent;
}

/** A chat as it is written, in the events of OpenAI's Responses API. */
export function responseEvents(
  running: AsyncGenerator<ChatEvent, Chat>,
  seed: ResponseSeed,
): ResponseEvents {
  let sequence = 0;
  const number = (event: Unnumbered): StreamEvent => ({
    event: event.type,
    data: { ...event, sequence_number: sequence++ },
  });

  async function* write(): AsyncGenerator<StreamEvent> {
    const visible = visibleEvents(running);
    let begun = false;
    let open = -1;
    try {
      for (;;) {
        // Asked before the first event is sent: who fails at once is refused, not streamed.
        const step = await visible.next();
        if (!begun) yield number({ type: 'response.created', response: beginResponse(seed) });
        begun = true;
        if (step.done === true) {
          yield number({ type: 'response.completed', response: toChatResponse(step.value) });
          return;
        }
        const event = step.value;
        if (event.type === 'handoff') continue;
        if (event.index > open) {
          open = event.index;
          yield* beginMessage(open);
        }
        if (event.type === 'delta') yield number(delta(open, event.text));
        else yield* endMessage(open, messageText(event.message));
      }
    } finally {
      await visible.return(undefined as unknown as Chat);
    }
  }

  const place = (index: number) => ({
    item_id: responseMessageId(seed.id, index),
    output_index: index,
    content_index: 0,
  });
  const delta = (index: number, text: string): Unnumbered => ({
    type: 'response.output_text.delta',
    ...place(index),
    delta: text,
  });

  function* beginMessage(index: number): Generator<StreamEvent> {
    const whole = responseMessage(seed.id, index, '');
    yield number({
      type: 'response.output_item.added',
      output_index: index,
      item: { ...whole, status: 'in_progress', content: [] },
    });
    const part = responseText('');
    yield number({ type: 'response.content_part.added', ...place(index), part });
  }

  function* endMessage(index: number, text: string): Generator<StreamEvent> {
    yield number({ type: 'response.output_text.done', ...place(index), text });
    const part = responseText(text);
    yield number({ type: 'response.content_part.done', ...place(index), part });
    const item = responseMessage(seed.id, index, text);
    yield number({ type: 'response.output_item.done', output_index: index, item });
  }

  return { events: write(), onError: (error) => number(errorEvent(error)) };
}

function errorEvent(error: unknown): Unnumbered {
  const known = error instanceof ApiError;
  return {
    type: 'error',
    code: known ? error.code : 'internal',
    message: known ? error.message : 'Something went wrong on the server. Try again.',
    param: null,
  };
}
