import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { ModelError } from '../openai/model-error.ts';
import type { Answer } from '../streamed-answer.ts';

/** Something came: words, or a tool that is being written. */
export type OnSign = () => void;

/** Null: not reported yet. */
export interface TokenCount {
  promptTokens: number | null;
  completionTokens: number | null;
}

interface ToolBegun {
  readonly id: string;
  readonly name: string;
  json: string;
}

/**
 * The text pieces of an answer, and each tool that it calls, once its arguments are whole. `tokens` is counted on.
 *
 * @throws a `ModelError` for an answer that ends early, or without a word and a tool
 */
export async function* readEvents(
  events: AsyncIterable<RawMessageStreamEvent>,
  tokens: TokenCount,
  onSign: OnSign,
): Answer {
  let tool: ToolBegun | null = null;
  let isEmpty = true;
  let stopReason: string | null = null;
  let isOver = false;
  for await (const event of events) {
    onSign();
    if (event.type === 'message_start') tokens.promptTokens = promptTokens(event.message.usage);
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
      const { id, name } = event.content_block;
      tool = { id, name, json: '' };
    }
    if (event.type === 'content_block_delta') {
      const { delta } = event;
      if (delta.type === 'input_json_delta' && tool !== null) tool.json += delta.partial_json;
      if (delta.type === 'text_delta' && delta.text !== '') {
        isEmpty = false;
        yield delta.text;
      }
    }
    if (event.type === 'content_block_stop' && tool !== null) {
      isEmpty = false;
      const { id, name, json } = tool;
      tool = null;
      yield { type: 'tool-call', id, name, arguments: json === '' ? '{}' : json };
    }
    if (event.type === 'message_delta') {
      tokens.completionTokens = event.usage.output_tokens;
      stopReason = event.delta.stop_reason ?? stopReason;
    }
    if (event.type === 'message_stop') isOver = true;
  }
  if (!isOver && stopReason === null)
    throw new ModelError('model_cut_off', 'The model server closed the connection mid-answer.');
  if (isEmpty) throw new ModelError('model_bad_answer', wordless(stopReason));
}

function wordless(stopReason: string | null): string {
  if (stopReason === 'max_tokens')
    return 'The model used up its tokens before it said a word; raise maxTokens.';
  if (stopReason === 'refusal') return "The model server's filter withheld the answer.";
  return 'The model server answered with no text.';
}

function promptTokens(usage: {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
}): number {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  return input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
}
