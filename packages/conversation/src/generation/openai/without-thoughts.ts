import type { ToolCall } from '../tools.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Leaves out what a model thinks aloud before it answers, between `<think>` and `</think>`: servers
 * without a parser for it send it as text, and it would be spoken.
 */
export async function* withoutThoughts(
  pieces: AsyncIterable<string | ToolCall>,
): AsyncGenerator<string | ToolCall> {
  /** What may be a thought; null once the answer has begun. */
  let held: string | null = '';
  for await (const piece of pieces) {
    if (typeof piece !== 'string' || held === null) {
      yield piece;
      continue;
    }
    held = withoutWholeThoughts(held + piece);
    if (held.startsWith(OPEN)) held = OPEN + held.slice(OPEN.length).slice(-CLOSE.length);
    else if (!OPEN.startsWith(held)) {
      yield held;
      held = null;
    }
  }
  if (held !== null && held !== '' && !held.startsWith(OPEN)) yield held;
}

function withoutWholeThoughts(text: string): string {
  let rest = text.trimStart();
  for (let end = rest.indexOf(CLOSE); end !== -1 && rest.startsWith(OPEN); ) {
    rest = rest.slice(end + CLOSE.length).trimStart();
    end = rest.indexOf(CLOSE);
  }
  return rest;
}
