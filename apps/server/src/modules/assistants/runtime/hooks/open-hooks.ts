import type { Hook, ToolCall, ToolRunner, ToolRunOptions } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Toolbox, ToolUser } from '../../../tools/toolbox.ts';
import { clockVariables, fillVariables } from '../../../variables/variables.ts';
import { type HookTool, planHooks } from './plan-hooks.ts';

export interface OpenHooksOptions {
  readonly toolbox: Pick<Toolbox, 'open'>;
  readonly user: ToolUser;
  readonly now: Date;
  /** A tool that cannot be had: its hook does the rest without it. */
  readonly onFault: (error: unknown) => void;
}

/** The hooks of an assistant, with what they use. */
export interface OpenedHooks {
  readonly plan: readonly Hook[];
  readonly tools: ToolRunner;
}

/** Undefined: the assistant has none that do anything. */
export async function openHooks(
  assistant: AssistantCreate,
  options: OpenHooksOptions,
): Promise<OpenedHooks | undefined> {
  const values = { ...clockVariables(options.now), ...assistant.variableValues };
  const { hooks, tools } = planHooks(assistant.hooks, (text) => fillVariables(text, values));
  if (hooks.length === 0) return undefined;
  const opened = await Promise.all(
    tools.map(async (tool) => [tool.key, await openTool(assistant, tool, options)] as const),
  );
  return { plan: hooks, tools: byKey(new Map(opened)) };
}

/** A runner for each, so that two may have the same name. */
async function openTool(
  assistant: AssistantCreate,
  named: HookTool,
  { toolbox, user, onFault }: OpenHooksOptions,
): Promise<ToolRunner | undefined> {
  const own =
    'toolId' in named
      ? { toolIds: [named.toolId], tools: [] }
      : { toolIds: [], tools: [named.tool] };
  const model = { provider: 'kindling', ...assistant.model, ...own };
  try {
    return await toolbox.open({ ...assistant, model }, user);
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

function byKey(runners: ReadonlyMap<string, ToolRunner | undefined>): ToolRunner {
  return {
    definitions: [],
    async run(call: ToolCall, options: ToolRunOptions) {
      const runner = runners.get(call.name);
      const [definition] = runner?.definitions ?? [];
      if (runner === undefined || definition === undefined) {
        const content = 'This tool cannot be used.';
        return { toolCallId: call.id, name: call.name, content, failed: true };
      }
      return runner.run({ ...call, name: definition.name }, options);
    },
  };
}
