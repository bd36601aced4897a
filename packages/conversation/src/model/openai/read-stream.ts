import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { chunkSchema, failureSchema } from './completion-schema.ts';
import { ModelError } from './model-error.ts';

const DONE = '[DONE]';
/** Events in a row that cannot be read before the answer is given up. */
const MOST_BAD_CHUNKS = 5;
/** An event this long is not an answer. */
const MOST_BUFFERED = 1_000_000;

/**
 * The text pieces of a streamed answer. `onSign` is called for everything received. Throws `model_cut_off`
 * when the stream ends before the model said it was done.
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<string> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ModelError('model_bad_answer', 'The model server sent an event without end.');
    },
    maxBufferSize: MOST_BUFFERED,
  });
  const decoder = new TextDecoder();
  const answer = createAnswerState();
  const reader = body.getReader();
  try {
    while (!answer.done) {
      const { value, done } = await reader.read();
      if (done) parser.reset({ consume: true });
      else parser.feed(decoder.decode(value, { stream: true }));
      onSign();
      for (const event of events.splice(0)) {
        const piece = answer.read(event.data);
        if (piece !== '') yield piece;
      }
      if (done) break;
    }
  } finally {
    // Also when the caller stops listening: the socket is not left open behind it.
    await reader.cancel().catch(() => undefined);
  }
  if (!answer.done && !answer.finished) {
    throw new ModelError('model_cut_off', 'The model server closed the connection mid-answer.');
  }
}

interface AnswerState {
  readonly done: boolean;
  readonly finished: boolean;
  read(data: string): string;
}

function createAnswerState(): AnswerState {
  let done = false;
  let finished = false;
  let badInARow = 0;
  return {
    get done() {
      return done;
    },
    get finished() {
      return finished;
    },
    read(data) {
      if (data.trim() === DONE) {
        done = true;
        return '';
      }
      const event = parseEvent(data);
      if (event === null) {
        badInARow++;
        if (badInARow < MOST_BAD_CHUNKS) return '';
        throw new ModelError(
          'model_bad_answer',
          'The model server sends events that are not JSON answers.',
        );
      }
      badInARow = 0;
      if (event.finished) finished = true;
      return event.text;
    },
  };
}

function parseEvent(data: string): { text: string; finished: boolean } | null {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return null;
  }
  if (failureSchema.safeParse(json).success) {
    throw new ModelError(
      'model_unavailable',
      'The model server reported an error during its answer.',
    );
  }
  const chunk = chunkSchema.safeParse(json);
  if (!chunk.success) return null;
  // Usage reports come with no choice at all.
  const [choice] = chunk.data.choices;
  return {
    text: choice?.delta?.content ?? '',
    finished: choice?.finish_reason !== undefined && choice.finish_reason !== null,
  };
}
