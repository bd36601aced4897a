import {
  type ActiveAssistant,
  type Handoff,
  type ModelMessage,
  TOOL_ROUNDS_MAX,
  type ToolCall,
  type ToolResult,
} from '@kindling/conversation';
import type { ChatMessage } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { storableText } from './storable-text.ts';

/** Who answers a chat, and what was said so far, the new turn last. */
export interface ChatTurn {
  readonly first: ActiveAssistant;
  /** Who takes over under this name; null: nobody does. */
  readonly handOff: (destination: string) => Handoff | null;
  readonly before: readonly ModelMessage[];
  readonly input: readonly ModelMessage[];
  readonly signal: AbortSignal;
}

/** `index` counts the messages of the answer. */
export type ChatEvent =
  | { readonly type: 'delta'; readonly index: number; readonly text: string }
  | { readonly type: 'message'; readonly index: number; readonly message: ChatMessage }
  | { readonly type: 'handoff'; readonly destination: string };

/**
 * Writes the answer: asks the model, carries out the tools it asks for, and asks again until there are
 * words.
 *
 * @throws `provider_failed` when there are none
 */
export async function* answerChat(turn: ChatTurn): AsyncGenerator<ChatEvent> {
  const { signal } = turn;
  let assistant = turn.first;
  let known: ModelMessage[] = [...turn.before, ...turn.input];
  let index = 0;
  const write = (message: ChatMessage): ChatEvent => ({ type: 'message', index: index++, message });

  async function* say(text: string): AsyncGenerator<ChatEvent> {
    yield { type: 'delta', index, text };
    known.push({ role: 'assistant', content: text });
    yield write({ role: 'assistant', content: storableText(text) });
  }

  /** Answers whether the next assistant is to be asked. */
  async function* handOver(destination: string): AsyncGenerator<ChatEvent, boolean> {
    const handoff = turn.handOff(destination);
    if (handoff === null) return true;
    const prompt = assistant.settings.systemPrompt;
    assistant = handoff.to;
    yield { type: 'handoff', destination };
    if (handoff.history === 'forget') known = [...turn.input];
    if (handoff.history === 'keep-prompts' && prompt !== '')
      known.unshift({ role: 'system', content: prompt });
    const { firstMessage, firstMessageMode } = assistant.settings;
    if (firstMessageMode === 'assistant-waits-for-user') return index === 0;
    if (firstMessageMode !== 'assistant-speaks-first' || firstMessage === null) return true;
    yield* say(firstMessage);
    return false;
  }

  for (let round = 0; ; round++) {
    const turn = { text: '', calls: [] as ToolCall[] };
    for await (const piece of askAssistant(assistant, known, {
      signal,
      withTools: round < TOOL_ROUNDS_MAX,
    })) {
      if (typeof piece !== 'string') turn.calls.push(piece);
      else if (piece !== '') {
        turn.text += piece;
        yield { type: 'delta', index, text: piece };
      }
    }
    signal.throwIfAborted();
    if (turn.calls.length === 0) {
      const text = turn.text.trimEnd();
      if (text === '') throw noWords();
      yield write({ role: 'assistant', content: storableText(text) });
      return;
    }
    if (round === TOOL_ROUNDS_MAX) throw noWords();
    known.push({ role: 'assistant', content: turn.text, toolCalls: turn.calls });
    yield write(asMessage(turn));
    const results = await runTools(assistant, turn.calls, known, signal);
    for (const result of results) {
      const { toolCallId, name, content } = result;
      known.push({ role: 'tool', content, toolCallId });
      yield write({
        role: 'tool',
        content: storableText(content),
        tool_call_id: storableText(toolCallId),
        name: storableText(name),
      });
    }
    const said = results.flatMap((result) => result.say ?? []).join(' ');
    if (said !== '') yield* say(said);
    const effects = results.flatMap((result) => result.effect ?? []);
    if (effects.some((effect) => effect.type === 'end-call')) return;
    const handoff = effects.find((effect) => effect.type === 'handoff');
    if (handoff === undefined ? said !== '' : !(yield* handOver(handoff.destination))) return;
  }
}

/** One answer of the model: words and calls of tools, none of which is carried out. */
export function askAssistant(
  { model, settings, tools }: ActiveAssistant,
  known: readonly ModelMessage[],
  { signal, withTools }: { readonly signal: AbortSignal; readonly withTools: boolean },
): AsyncIterable<string | ToolCall> {
  const { systemPrompt, temperature, maxTokens } = settings;
  const definitions = withTools ? (tools?.definitions ?? []) : [];
  return model.respond({
    messages: [
      ...(systemPrompt === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
      ...known,
    ],
    signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(definitions.length === 0 ? {} : { tools: definitions }),
  });
}

/** In the order they were asked for: a later one may rest on an earlier one's work. */
async function runTools(
  { tools }: ActiveAssistant,
  calls: readonly ToolCall[],
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (const call of calls) {
    signal.throwIfAborted();
    const { id: toolCallId, name } = call;
    results.push(
      tools === undefined
        ? { toolCallId, name, content: `There is no tool named ${name}.`, failed: true }
        : // Nobody waits on a line: words for the time a tool takes are for calls.
          await tools.run(call, { signal, messages, onSay: () => undefined }),
    );
  }
  return results;
}

function asMessage({ text, calls }: { text: string; calls: readonly ToolCall[] }): ChatMessage {
  return {
    role: 'assistant',
    ...(text === '' ? {} : { content: storableText(text) }),
    tool_calls: calls.map(({ id, name, arguments: args }) => ({
      id: storableText(id),
      type: 'function',
      function: { name: storableText(name), arguments: storableText(args) },
    })),
  };
}

function noWords(): ApiError {
  return new ApiError('provider_failed', 'The model gave no words. Try again.');
}
