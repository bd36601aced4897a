import type { ToolRunner } from '@kindling/conversation';
import type { AssistantCreate, ToolCreate, Warning } from '@kindling/protocol';
import { toolCreateSchema } from '@kindling/protocol';
import type { Logger } from 'pino';
import { clockVariables } from '../variables/variables.ts';
import { createArgumentsCheck } from './check-arguments.ts';
import { createToolRunner } from './create-tool-runner.ts';
import type { McpServers } from './mcp/mcp-servers.ts';
import { type McpReadyTool, readyMcpTools } from './mcp/mcp-tools.ts';
import type { OrgServers } from './org-servers.ts';
import {
  type CheckedTool,
  type NamedTool,
  readyTools,
  type ToolServices,
  toolFaults,
} from './ready-tools.ts';
import { speakResults } from './speak-results.ts';
import type { ToolContext } from './tool-kind.ts';
import type { ToolStore } from './tool-store.ts';

export interface ToolboxOptions extends ToolServices {
  readonly store: Pick<ToolStore, 'find'>;
  readonly orgServers: Pick<OrgServers, 'find'>;
  readonly mcp: McpServers;
  readonly log: Logger;
}

/** Who asks for an assistant's tools; what is left out is not known. */
export interface ToolUser extends Partial<Omit<ToolContext, 'orgId' | 'assistant' | 'orgServer'>> {
  readonly orgId: string;
}

/** The tools that assistants name, ready to be used. */
export interface Toolbox {
  /** Undefined: the assistant has none. A stored one that is not there is passed over, and noted. */
  open(assistant: AssistantCreate, user: ToolUser): Promise<ToolRunner | undefined>;
  /** What is wrong with a tool, which makes do without it. */
  faults(tool: ToolCreate): Promise<readonly Warning[]>;
  /** What of the tools that an assistant, or a part of one, brings along is otherwise than it was written. */
  checkOwn(assistant: Pick<AssistantCreate, 'model'>): Promise<readonly Warning[]>;
  /** The stored assistants that an assistant may hand over to, as its tools name them. */
  handoffIds(orgId: string, assistant: AssistantCreate): Promise<readonly string[]>;
}

export function createToolbox(options: ToolboxOptions): Toolbox {
  const { store, clock, log } = options;

  async function stored(user: ToolUser, ids: readonly string[]): Promise<NamedTool[]> {
    const found = ids.map(async (id, index): Promise<NamedTool[]> => {
      const path = `assistant.model.toolIds.${index}`;
      const tool = toolCreateSchema.safeParse(await store.find(user.orgId, id)).data;
      if (tool !== undefined) return [{ tool, path }];
      note(user, `${path}: There is no tool ${id} in your organisation: it is not used.`);
      return [];
    });
    return (await Promise.all(found)).flat();
  }

  /** A line in the log of the call. */
  function note({ orgId, callId = null, assistantId = null }: ToolUser, message: string): void {
    const type = callId === null ? 'Provider' : 'Call';
    options.logs.write({
      ...{ orgId, callId, assistantId, type, message },
      level: 'WARN',
      time: clock.now(),
    });
  }

  /** The tools that servers list; one that is down has none. */
  async function listTools(named: readonly NamedTool[], user: ToolUser): Promise<McpReadyTool[]> {
    const lists = named.map(async ({ tool, path }): Promise<McpReadyTool[]> => {
      if (tool.type !== 'mcp') return [];
      try {
        return await readyMcpTools(tool, user, options.mcp);
      } catch (error) {
        note(user, `${path}: its tools are not available, as ${(error as Error).message}.`);
        return [];
      }
    });
    return (await Promise.all(lists)).flat();
  }

  return {
    async handoffIds(orgId, { model }) {
      const kept = await Promise.all((model?.toolIds ?? []).map((id) => store.find(orgId, id)));
      const tools = [...(model?.tools ?? []), ...kept];
      return tools.flatMap((tool) => {
        const parsed = toolCreateSchema.safeParse(tool).data;
        if (parsed?.type !== 'handoff') return [];
        return (parsed.destinations ?? []).flatMap(({ assistantId }) => assistantId ?? []);
      });
    },
    faults: (tool) => toolFaults(tool, options),
    async checkOwn({ model }) {
      return (await readyTools(inlineTools(model, 'model.tools'), options)).warnings;
    },
    async open(assistant, user) {
      const { tools = [], toolIds = [] } = assistant.model ?? {};
      if (tools.length === 0 && toolIds.length === 0) return undefined;
      const inline = inlineTools(assistant.model, 'assistant.model.tools');
      const named = [...inline, ...(await stored(user, toolIds))];
      if (named.length === 0) return undefined;
      const { tools: ready, warnings } = await readyTools(named, options);
      for (const warning of warnings) note(user, `${warning.path}: ${warning.message}`);
      const listed = await listTools(named, user);
      const runner = createToolRunner({
        tools: joinListed(ready, listed),
        clock,
        context: {
          assistantId: null,
          callId: null,
          about: {},
          ...user,
          assistant,
          variables: {
            ...clockVariables(new Date(clock.now())),
            ...assistant.variableValues,
            ...user.variables,
          },
          orgServer: await options.orgServers.find(user.orgId),
        },
        onFault: (error) => log.error({ err: error, callId: user.callId }, 'tool failed'),
      });
      const usesLocalModel = (assistant.model?.provider ?? 'kindling') === 'kindling';
      return usesLocalModel ? speakResults(runner) : runner;
    },
  };
}

function inlineTools(model: AssistantCreate['model'], path: string): NamedTool[] {
  return (model?.tools ?? []).map((tool, index) => ({ tool, path: `${path}.${index}` }));
}

/** With the tools of servers: of those that have a name together each has its server's before it. */
function joinListed(
  own: ReadonlyMap<string, CheckedTool>,
  listed: readonly McpReadyTool[],
): ReadonlyMap<string, CheckedTool> {
  const joined = new Map(own);
  const isAlone = (name: string) =>
    !own.has(name) && listed.filter(({ definition }) => definition.name === name).length === 1;
  for (const { prefixedName, definition, ...tool } of listed) {
    const name = isAlone(definition.name) ? definition.name : prefixedName;
    if (joined.has(name)) continue;
    const check = createArgumentsCheck(definition.parameters);
    joined.set(name, { ...tool, definition: { ...definition, name }, check });
  }
  return joined;
}
