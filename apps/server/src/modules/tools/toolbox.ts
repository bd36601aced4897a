import type { ToolRunner } from '@kindling/conversation';
import type { AssistantCreate, ToolCreate } from '@kindling/protocol';
import { toolCreateSchema } from '@kindling/protocol';
import type { Logger } from 'pino';
import { ApiError } from '../../platform/errors/api-error.ts';
import { clockVariables } from '../variables/variables.ts';
import { createToolRunner } from './create-tool-runner.ts';
import type { OrgServers } from './org-servers.ts';
import { checkTool, type NamedTool, readyTools, type ToolServices } from './ready-tools.ts';
import { speakResults } from './speak-results.ts';
import type { ToolContext } from './tool-kind.ts';
import type { ToolStore } from './tool-store.ts';

export interface ToolboxOptions extends ToolServices {
  readonly store: Pick<ToolStore, 'find'>;
  readonly orgServers: Pick<OrgServers, 'find'>;
  readonly log: Logger;
}

/** Who asks for an assistant's tools; what is left out is not known. */
export interface ToolUser extends Partial<Omit<ToolContext, 'orgId' | 'assistant' | 'orgServer'>> {
  readonly orgId: string;
}

/** The tools that assistants name, ready to be used. */
export interface Toolbox {
  /**
   * Undefined: the assistant has none.
   *
   * @throws `bad_request` that names the tool that is missing or cannot be used
   */
  open(assistant: AssistantCreate, user: ToolUser): Promise<ToolRunner | undefined>;
  /** @throws `bad_request` that names what is wrong with a tool */
  check(tool: ToolCreate): Promise<void>;
  /** The same for the tools that an assistant, or a part of one, brings along. */
  checkOwn(assistant: Pick<AssistantCreate, 'model'>): Promise<void>;
}

export function createToolbox(options: ToolboxOptions): Toolbox {
  const { store, clock, log } = options;

  async function stored(orgId: string, ids: readonly string[]): Promise<NamedTool[]> {
    return Promise.all(
      ids.map(async (id, index) => {
        const path = `assistant.model.toolIds.${index}`;
        const found = toolCreateSchema.safeParse(await store.find(orgId, id));
        if (found.success) return { tool: found.data, path };
        const message = `There is no tool ${id} in your organisation; take it out or create it.`;
        throw new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
      }),
    );
  }

  return {
    async check(tool) {
      await checkTool(tool, options, '');
    },
    async checkOwn({ model }) {
      await readyTools(inlineTools(model, 'model.tools'), options);
    },
    async open(assistant, user) {
      const { tools = [], toolIds = [] } = assistant.model ?? {};
      if (tools.length === 0 && toolIds.length === 0) return undefined;
      const inline = inlineTools(assistant.model, 'assistant.model.tools');
      const ready = await readyTools([...inline, ...(await stored(user.orgId, toolIds))], options);
      const runner = createToolRunner({
        tools: ready,
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
