import type { ToolCreate, Warning } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { CallServer } from '../../platform/http-client/call-server.ts';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import type { LogWriter } from '../logs/log-port.ts';
import {
  type CheckArguments,
  createArgumentsCheck,
  createSchemaTrial,
  schemaFault,
} from './check-arguments.ts';
import { readyApiRequestTool } from './kinds/api-request-tool.ts';
import {
  readyDtmfTool,
  readyEndCallTool,
  readyOpenPageTool,
  readyOutputTool,
  readyTransferTool,
} from './kinds/call-tools.ts';
import { readyHandoffTool } from './kinds/handoff-tool.ts';
import { readyOtherTool } from './kinds/other-tool.ts';
import { readyQueryTool, type SearchKnowledge } from './kinds/query-tool.ts';
import { readyServerTool } from './kinds/server-tool.ts';
import type { ReadyTool } from './tool-kind.ts';

export interface ToolServices {
  readonly http: Pick<HttpOut, 'send'>;
  readonly clock: Clock;
  readonly callServer: CallServer;
  readonly searchKnowledge: SearchKnowledge;
  readonly logs: Pick<LogWriter, 'write'>;
}

export interface CheckedTool extends ReadyTool {
  readonly check: CheckArguments;
}

/** A tool and where it was named, for errors. */
export interface NamedTool {
  readonly tool: ToolCreate;
  readonly path: string;
}

/** Tools by their names, and what of them is otherwise than it was written. */
export interface ReadyTools {
  readonly tools: Map<string, CheckedTool>;
  readonly warnings: readonly Warning[];
}

/**
 * Tools by their names, without those of servers that list their own. One that cannot be as it is written makes do:
 * no other tool, nor its assistant, fails for it.
 */
export async function readyTools(
  named: readonly NamedTool[],
  services: ToolServices,
): Promise<ReadyTools> {
  const tools = new Map<string, CheckedTool>();
  const warnings: Warning[] = [];
  const faultOf = createSchemaTrial();
  for (const { tool, path } of named) {
    if (tool.type === 'mcp') continue;
    const ready = withCondition(tool, readyTool(tool, services));
    const { definition } = ready;
    const fault = await faultOf(definition.parameters);
    const parameters =
      fault === null ? definition.parameters : openParameters(definition.parameters);
    if (fault !== null)
      warnings.push({ path: `${path}.${schemaField(tool)}`, message: uncheckedAs(fault) });
    // Who gave it no name of its own means another one.
    const name = tool.function === undefined ? freeName(definition.name, tools) : definition.name;
    if (tools.has(name)) {
      const message = `It is the second tool named "${name}" and is left out: rename one.`;
      warnings.push({ path, message });
      continue;
    }
    const check = createArgumentsCheck(parameters);
    tools.set(name, { ...ready, definition: { ...definition, name, parameters }, check });
  }
  return { tools, warnings };
}

/** Properties of the same names, of any kind. */
function openParameters({ properties }: Readonly<Record<string, unknown>>) {
  const names =
    typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const open = names.slice(0, 100).map((name) => [name.slice(0, 100), {}]);
  return { type: 'object', properties: Object.fromEntries(open) };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name.slice(0, 60)}_${count}`;
  return free;
}

/** When a model that reads no descriptions is to use it. */
function withCondition({ when }: ToolCreate, ready: ReadyTool): ReadyTool {
  if (when === undefined) return ready;
  return { ...ready, definition: { ...ready.definition, when } };
}

const schemaField = (tool: ToolCreate) =>
  tool.type === 'apiRequest' && !tool.function?.parameters ? 'body' : 'function.parameters';

/** Of a tool alone: a schema that is none. */
export async function toolFaults(tool: ToolCreate, services: ToolServices): Promise<Warning[]> {
  if (tool.type === 'mcp') return [];
  const fault = await schemaFault(readyTool(tool, services).definition.parameters);
  return fault === null ? [] : [{ path: schemaField(tool), message: uncheckedAs(fault) }];
}

const uncheckedAs = (fault: string) => `${fault} What a model gives it is not checked.`;

function readyTool(tool: Exclude<ToolCreate, { type: 'mcp' }>, services: ToolServices): ReadyTool {
  switch (tool.type) {
    case 'apiRequest':
      return readyApiRequestTool(tool, services);
    case 'query':
      return readyQueryTool(tool, services.searchKnowledge);
    case 'endCall':
      return readyEndCallTool(tool);
    case 'openPage':
      return readyOpenPageTool(tool);
    case 'dtmf':
      return readyDtmfTool(tool);
    case 'transferCall':
      return readyTransferTool(tool, services);
    case 'handoff':
      return readyHandoffTool(tool);
    case 'output':
      return readyOutputTool(tool);
    case 'function':
    case 'bash':
    case 'computer':
    case 'textEditor':
      return readyServerTool(tool, services);
    default:
      return readyOtherTool(tool);
  }
}
