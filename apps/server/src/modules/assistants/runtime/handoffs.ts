import { chooseByWords, type ToolRunner, type ToolRunOptions } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { usesLocalModel } from './models/model-resolver.ts';
import type { AssistantRuntime } from './router.ts';

/** Handoffs without a word of the person in between; more are a circle. */
const HOPS_MAX = 8;
/** The tool result for a model that would keep the circle going. */
export const TOO_OFTEN = {
  content: 'The conversation was handed over too often; answer yourself.',
  failed: true,
} as const;

export interface Handoffs {
  readonly tools: ToolRunner;
  readonly mayHandOver: HopLimit;
}

/** The runtime of an assistant that can hand over: the local guide then chooses by the person's words. */
export function withHandoffs(
  assistant: AssistantCreate,
  runtime: AssistantRuntime,
  { tools, mayHandOver }: Handoffs,
): AssistantRuntime {
  const own = runtime.tools && limitHops(runtime.tools, mayHandOver);
  return {
    ...runtime,
    model: usesLocalModel(assistant) ? chooseByWords(runtime.model) : runtime.model,
    tools: joinTools(tools, own),
  };
}

/** An assistant's own tools may hand over, too. */
function limitHops(tools: ToolRunner, mayHandOver: HopLimit): ToolRunner {
  return {
    get definitions() {
      return tools.definitions;
    },
    async run(call, options) {
      const result = await tools.run(call, options);
      if (result.effect?.type !== 'handoff' || mayHandOver(options.messages)) return result;
      return { toolCallId: result.toolCallId, name: result.name, ...TOO_OFTEN };
    },
  };
}

/** Two sets of tools as one; of two with one name the first counts. */
function joinTools(first: ToolRunner, second: ToolRunner | undefined): ToolRunner {
  if (second === undefined) return first;
  const isFirst = (name: string) => first.definitions.some((one) => one.name === name);
  return {
    get definitions() {
      return [...first.definitions, ...second.definitions.filter(({ name }) => !isFirst(name))];
    },
    run: (call, options) => (isFirst(call.name) ? first : second).run(call, options),
  };
}

/** Whether another handoff may follow: assistants that only hand over to each other are stopped. */
export type HopLimit = (messages: ToolRunOptions['messages']) => boolean;

export function createHopLimit(): HopLimit {
  let turns = -1;
  let hops = 0;
  return (messages) => {
    const now = messages.filter(({ role }) => role === 'user').length;
    if (now !== turns) hops = 0;
    turns = now;
    hops += 1;
    return hops <= HOPS_MAX;
  };
}

/** Names that models accept, each its own: letters, digits and `_`, at most 64. */
export function toToolNames(prefix: string, names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base =
      `${prefix}${name.replaceAll(/[^a-zA-Z0-9]+/g, '_').replaceAll(/^_|_$/g, '')}`.slice(0, 60);
    let unique = base;
    for (let count = 2; taken.has(unique); count += 1) unique = `${base}_${count}`;
    taken.add(unique);
    return unique;
  });
}
