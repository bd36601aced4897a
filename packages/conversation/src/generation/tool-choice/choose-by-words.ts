import type { Model, ModelMessage } from '../model.ts';
import type { ToolCall, ToolDefinition } from '../tools.ts';
import { fits } from './fits.ts';
import { readArguments } from './read-arguments.ts';

/** A fit below this is chance. */
const FIT_THRESHOLD = 0.5;
/** Nobody says more in a turn; what is pasted is not read to its end, characters. */
const READ_MAX = 2_000;

/**
 * A model without tools that asks for those whose `when` fits the person's last words, and answers otherwise.
 * So squads and workflows run without a language model.
 */
export function chooseByWords(model: Model): Model {
  return {
    ...model,
    async *respond(request) {
      request.signal?.throwIfAborted();
      const chosen = chooseTool(request.tools ?? [], request.messages);
      if (chosen !== null) yield chosen;
      else yield* model.respond({ ...request, messages: turnLast(request.messages) });
    },
  };
}

/** What was said, the person's turn at the end: a handoff may have said something since. */
function turnLast(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const turn = messages.findLast(({ role }) => role === 'user');
  if (turn === undefined) return messages;
  const said = messages.filter(
    (one) => one !== turn && one.role !== 'tool' && one.toolCalls === undefined,
  );
  return [...said, turn];
}

function chooseTool(
  tools: readonly ToolDefinition[],
  messages: readonly ModelMessage[],
): ToolCall | null {
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  const said = messages[turn]?.content.slice(0, READ_MAX);
  // What a tool answered is for the next words, not for another tool.
  if (said === undefined || messages.slice(turn).some(({ role }) => role === 'tool')) return null;
  let best: { readonly tool: ToolDefinition; readonly fit: number } | null = null;
  for (const tool of tools) {
    if (tool.when === undefined) continue;
    // An edge without a condition is for when no other fits.
    const fit = tool.when === '' ? FIT_THRESHOLD : fits(tool.when, said);
    if (fit >= FIT_THRESHOLD && (best === null || fit > best.fit || isBetter(tool, best))) {
      best = { tool, fit };
    }
  }
  return best === null ? null : callOf(best.tool, said, messages.length);
}

/** Of two that fit as well, the one that says when. */
function isBetter(
  tool: ToolDefinition,
  best: { readonly tool: ToolDefinition; readonly fit: number },
) {
  return best.fit === FIT_THRESHOLD && best.tool.when === '' && tool.when !== '';
}

function callOf(tool: ToolDefinition, said: string, position: number): ToolCall {
  return {
    type: 'tool-call',
    id: `call_${position}_${tool.name}`.slice(0, 64),
    name: tool.name,
    arguments: JSON.stringify(readArguments(tool.parameters, said)),
  };
}
