import type { ToolCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { CallServer } from '../../platform/http-client/call-server.ts';
import type { HttpOut } from '../../platform/http-client/http-out.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { type CheckArguments, createArgumentsCheck, schemaFault } from './check-arguments.ts';
import { readyApiRequestTool } from './kinds/api-request-tool.ts';
import {
  readyDtmfTool,
  readyEndCallTool,
  readyOpenPageTool,
  readyOutputTool,
  readyTransferTool,
} from './kinds/call-tools.ts';
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

/**
 * Tools by their names.
 *
 * @throws `bad_request` for a schema that is none and for a name given twice
 */
export async function readyTools(
  tools: readonly NamedTool[],
  services: ToolServices,
): Promise<ReadonlyMap<string, CheckedTool>> {
  const ready = new Map<string, CheckedTool>();
  for (const { tool, path } of tools) {
    const one = await checkTool(tool, services, path);
    const { name } = one.definition;
    if (ready.has(name)) throw badTool(path, `is the second tool named "${name}"; rename one.`);
    ready.set(name, one);
  }
  return ready;
}

/** The same for one; `path` is where errors say it is. */
export async function checkTool(
  tool: ToolCreate,
  services: ToolServices,
  path: string,
): Promise<CheckedTool> {
  const known = readyTool(tool, services);
  const { when } = tool;
  const ready = {
    ...known,
    definition: { ...known.definition, ...(when === undefined ? {} : { when }) },
  };
  const { parameters } = ready.definition;
  const fault = await schemaFault(parameters);
  if (fault === null) return { ...ready, check: createArgumentsCheck(parameters) };
  const at =
    tool.type === 'apiRequest' && !tool.function?.parameters ? 'body' : 'function.parameters';
  throw badTool(path === '' ? at : `${path}.${at}`, fault);
}

function readyTool(tool: ToolCreate, services: ToolServices): ReadyTool {
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
      return readyTransferTool(tool);
    case 'output':
      return readyOutputTool(tool);
    default:
      return readyServerTool(tool, services);
  }
}

function badTool(path: string, message: string): ApiError {
  return new ApiError('bad_request', `${path}: ${message}`, { fields: [{ path, message }] });
}
