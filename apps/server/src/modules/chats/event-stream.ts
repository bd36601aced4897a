import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';

/** One event as a reader of text/event-stream gets it. */
export interface StreamEvent {
  /** @default the nameless kind, which every reader hears */
  readonly event?: string;
  readonly data: unknown;
}

export interface EventStreamOptions {
  /** What to tell of a failure once the stream has begun; before that it is thrown. */
  readonly onError: (error: unknown) => StreamEvent;
  /** The reader is gone: stop writing. */
  readonly onLeft: () => void;
}

/**
 * Answers with events as they come. Waits for the first one, so that a request that fails at once is
 * refused like any other.
 */
export async function answerEvents(
  events: AsyncGenerator<StreamEvent>,
  { onError, onLeft }: EventStreamOptions,
): Promise<RawAnswer> {
  const encoder = new TextEncoder();
  let next: IteratorResult<StreamEvent> | null = await events.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = next ?? (await events.next());
        next = null;
        if (step.done === true) controller.close();
        else controller.enqueue(encoder.encode(writeEvent(step.value)));
      } catch (error) {
        controller.enqueue(encoder.encode(writeEvent(onError(error))));
        controller.close();
      }
    },
    async cancel() {
      onLeft();
      // What still comes of it has no reader.
      await events.return(undefined).catch(() => undefined);
    },
  });
  // Proxies that gather answers would hold the words back.
  return new RawAnswer('text/event-stream; charset=utf-8', body, { 'X-Accel-Buffering': 'no' });
}

function writeEvent({ event, data }: StreamEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}
