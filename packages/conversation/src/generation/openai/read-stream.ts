import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { ToolCall } from '../tools.ts';
import {
  chunkSchema,
  failureSchema,
  type TokenUsage,
  type ToolCallPiece,
} from './completion-schema.ts';
import { saysTooLong } from './fit-context.ts';
import { createToolCallGatherer } from './gather-tool-calls.ts';
import { ModelError } from './model-error.ts';
import { TOO_LONG_MESSAGE } from './read-failure.ts';

const DONE = '[DONE]';
/** Events in a row that cannot be read before the answer is given up. */
const MAX_BAD_CHUNKS = 5;
/** Behind the last event, at most. */
const MAX_LAST_PARTS = 10;
/** An event this long is not an answer. */
const MAX_BUFFERED = 1_000_000;
/** Thoughts included; what is said of it would take days. */
const MAX_CHARACTERS = 1_000_000;

/** How far a stream has come. */
export interface StreamSign {
  readonly toolBegun: boolean;
  /** Null until the model said that it is done. */
  readonly finishReason: string | null;
  /** The last event came: only the end of the body is waited for. */
  readonly isOver: boolean;
  /** Once its server said what it took. */
  readonly usage: TokenUsage;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The text pieces of a streamed answer, and behind them the tools it asks for. `onSign` is called for
 * everything received.
 *
 * @throws `model_cut_off` when the stream ends before the model said it was done; what happens to the
 *   connection afterwards does not matter any more
 */
export async function* readStream(
  body: ReadableStream<Uint8Array>,
  onSign: (sign: StreamSign) => void,
): AsyncGenerator<string | ToolCall> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      if (error.type !== 'max-buffer-size-exceeded') return;
      throw new ModelError('model_bad_answer', 'The model server sent an event without end.');
    },
    maxBufferSize: MAX_BUFFERED,
  });
  const decoder = new TextDecoder();
  const tools = createToolCallGatherer();
  const answer = createAnswerState(tools.add);
  let characters = 0;
  const sign = () =>
    onSign({
      toolBegun: tools.begun,
      finishReason: answer.finishReason,
      isOver: answer.done,
      usage: answer.usage,
    });
  const reader = body.getReader();
  try {
    while (!answer.done) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        if (answer.finishReason === null) throw error;
        return { value: undefined, done: true } as const;
      });
      if (done) parser.reset({ consume: true });
      else parser.feed(decoder.decode(value, { stream: true }));
      sign();
      for (const { data } of events.splice(0)) {
        const piece = answer.read(data);
        sign();
        characters += piece.length;
        if (characters > MAX_CHARACTERS)
          throw new ModelError('model_bad_answer', 'The model server answers without end.');
        if (piece !== '') yield piece;
      }
      if (done) break;
    }
    if (answer.done) await readToEnd(reader);
  } finally {
    // Also when the caller stops listening: the socket is not left open behind it.
    await reader.cancel().catch(() => undefined);
  }
  if (!answer.done && answer.finishReason === null) {
    throw new ModelError('model_cut_off', 'The model server closed the connection mid-answer.');
  }
  yield* tools.take();
}

/** A body that is read to its end leaves its connection to the next question; `onSign` bounds the wait. */
async function readToEnd(reader: Reader): Promise<void> {
  for (let parts = 0; parts < MAX_LAST_PARTS; parts += 1) {
    const { done } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
  }
}

interface AnswerState {
  readonly usage: TokenUsage;
  readonly done: boolean;
  readonly finishReason: string | null;
  read(data: string): string;
}

function createAnswerState(onToolPieces: (pieces: readonly ToolCallPiece[]) => void): AnswerState {
  let done = false;
  let finishReason: string | null = null;
  let usage: TokenUsage = null;
  let badInARow = 0;
  return {
    get usage() {
      return usage;
    },
    get done() {
      return done;
    },
    get finishReason() {
      return finishReason;
    },
    read(data) {
      if (data.trim() === DONE) {
        done = true;
        return '';
      }
      const event = parseEvent(data);
      if (event === null) {
        badInARow++;
        if (badInARow < MAX_BAD_CHUNKS) return '';
        throw new ModelError(
          'model_bad_answer',
          'The model server sends events that are not JSON answers.',
        );
      }
      badInARow = 0;
      finishReason = event.finishReason ?? finishReason;
      usage = event.usage ?? usage;
      onToolPieces(event.toolPieces);
      return event.text;
    },
  };
}

interface AnswerEvent {
  readonly text: string;
  readonly toolPieces: readonly ToolCallPiece[];
  readonly finishReason: string | null;
  readonly usage: TokenUsage;
}

function parseEvent(data: string): AnswerEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    return null;
  }
  if (failureSchema.safeParse(json).success) {
    if (saysTooLong(data)) throw new ModelError('model_too_long', TOO_LONG_MESSAGE);
    throw new ModelError(
      'model_unavailable',
      'The model server reported an error during its answer.',
    );
  }
  const chunk = chunkSchema.safeParse(json);
  if (!chunk.success) return null;
  const [choice] = chunk.data.choices ?? [];
  return {
    text: choice?.delta?.text ?? '',
    toolPieces: choice?.delta?.toolPieces ?? [],
    // Some send an empty one until the last.
    finishReason: choice?.finish_reason || null,
    usage: chunk.data.usage,
  };
}
