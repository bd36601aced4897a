import { type Tool, type ToolCreate, type ToolUpdate, toolCreateSchema } from '@kindling/protocol';
import { retry } from '@kindling/protocol/retry';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { parseWith } from '../../platform/requests/bodies/read-json.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CheckReferences } from '../references/check-references.ts';
import { referencesOfTool } from '../references/references-of-assistant.ts';
import { createToolStore } from './tool-store.ts';
import { rejectWhereUsed } from './tool-uses.ts';
import type { Toolbox } from './toolbox.ts';

export interface ToolHandlersOptions {
  readonly db: Database;
  readonly toolbox: Pick<Toolbox, 'check'>;
  readonly checkReferences: CheckReferences;
}

/** Of a change that others keep overtaking. */
const ATTEMPTS = 5;

export function toolHandlers(options: ToolHandlersOptions): HandlersOf<'tool'> {
  const { db, toolbox, checkReferences } = options;
  const tools = createToolStore(db);
  const check = async (orgId: string, tool: ToolCreate) => {
    await toolbox.check(tool);
    await checkReferences(orgId, referencesOfTool(tool));
  };
  return {
    async 'tool.create'({ token, body }) {
      await check(token.orgId, body);
      return tools.create(token.orgId, body);
    },
    'tool.list': ({ token, query }) => tools.list(token.orgId, query),
    'tool.get': ({ token, id }) => tools.get(token.orgId, id),
    'tool.update': ({ token: { orgId }, id, body, ifMatch }) =>
      retry({ attempts: ifMatch === null ? ATTEMPTS : 1, mayRetry: isOvertaken }, async () => {
        const current = await tools.get(orgId, id);
        await check(orgId, changed(current, body));
        // What was checked is what is changed.
        return tools.update(orgId, id, body, { ifMatch: ifMatch ?? current.updatedAt });
      }),
    'tool.delete': async ({ token, id, ifMatch }) => {
      await tools.get(token.orgId, id);
      await rejectWhereUsed(db, token.orgId, id);
      return tools.remove(token.orgId, id, { ifMatch });
    },
  };
}

const isOvertaken = (error: unknown) =>
  error instanceof ApiError && error.code === 'precondition_failed';

/**
 * The tool after a change.
 *
 * @throws `bad_request` when it would fit no longer
 */
function changed(current: Tool, form: ToolUpdate) {
  if (form.type !== undefined && form.type !== current.type) {
    const message = `is ${current.type} and cannot be changed; create another tool.`;
    throw new ApiError('bad_request', `type: ${message}`, { fields: [{ path: 'type', message }] });
  }
  const whole = Object.fromEntries(
    Object.entries({ ...current, ...form }).filter(([, value]) => value !== null),
  );
  return parseWith(toolCreateSchema, whole, 'body');
}
