import type { ToolCall } from '../tools.ts';
import { completionSchema, failureSchema } from './completion-schema.ts';
import { createToolCallGatherer } from './gather-tool-calls.ts';
import { ModelError } from './model-error.ts';
import { readStream, type StreamSign } from './read-stream.ts';
import { readText } from './read-text.ts';
import { withoutThoughts } from './without-thoughts.ts';

/** A whole answer that is longer is none, characters. */
const WHOLE_MAX = 2_000_000;

/** Why an answer ended before it had a word, by its `finish_reason`. */
const WORDLESS: Readonly<Record<string, string>> = {
  length: 'The model used up its tokens before it said a word; raise maxTokens.',
  content_filter: "The model server's filter withheld the answer.",
};

/**
 * The text pieces of an answer, streamed or whole, followed by the tools it calls.
 *
 * @throws a `ModelError` (`model_bad_answer`) for anything that is no answer, and for one without words and tools
 */
export async function* readAnswer(
  response: Response,
  onSign: (sign: StreamSign) => void,
): AsyncGenerator<string | ToolCall> {
  let finishReason: string | null = null;
  let isEmpty = true;
  const pieces = openAnswer(response, (sign) => {
    finishReason = sign.finishReason;
    onSign(sign);
  });
  for await (const piece of withoutThoughts(pieces)) {
    isEmpty = false;
    yield piece;
  }
  if (!isEmpty) return;
  throw new ModelError(
    'model_bad_answer',
    WORDLESS[finishReason ?? ''] ?? 'The model server answered with no text.',
  );
}

async function* openAnswer(
  response: Response,
  onSign: (sign: StreamSign) => void,
): AsyncGenerator<string | ToolCall> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('html')) {
    await response.body?.cancel();
    throw new ModelError(
      'model_bad_answer',
      'The model server answered with a web page; check its address.',
    );
  }
  if (!type.includes('json') && response.body !== null) yield* readStream(response.body, onSign);
  else yield* readWhole(await readJson(response), onSign);
}

function* readWhole(body: unknown, onSign: (sign: StreamSign) => void) {
  if (failureSchema.safeParse(body).success) {
    throw new ModelError('model_unavailable', 'The model server answered with an error.');
  }
  const { choices: [choice] = [], usage } = completionSchema.safeParse(body).data ?? {};
  if (choice === undefined) {
    throw new ModelError(
      'model_bad_answer',
      'The model server answered with something else than a completion.',
    );
  }
  const { text, toolPieces } = choice.message;
  onSign({
    toolBegun: toolPieces.length > 0,
    isOver: true,
    finishReason: choice.finish_reason ?? null,
    usage,
  });
  if (text !== '') yield text;
  const tools = createToolCallGatherer();
  tools.add(toolPieces.map((call, index) => ({ ...call, index })));
  yield* tools.take();
}

async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response, WHOLE_MAX);
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
