import {
  type Tool,
  type ToolCreate,
  type ToolUpdate,
  takeWarnings,
  toolCreateSchema,
  type Warning,
} from '@kindling/protocol';
import { retry } from '@kindling/protocol/retry';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badFields } from '../../platform/errors/bad-field.ts';
import { parseWith } from '../../platform/requests/bodies/read-json.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { CheckReferences } from '../references/check-references.ts';
import { ignoredFields } from '../references/ignored-fields.ts';
import { referencesOfTool } from '../references/references-of-assistant.ts';
import { withWarnings } from '../references/with-warnings.ts';
import { createToolStore } from './tool-store.ts';
import { rejectWhereUsed } from './tool-uses.ts';
import type { Toolbox } from './toolbox.ts';
import { toolWarnings } from './unavailable-tools.ts';

export interface ToolHandlersOptions {
  readonly db: Database;
  readonly toolbox: Pick<Toolbox, 'faults'>;
  readonly checkReferences: CheckReferences;
  /** Whether what cannot be as it says is refused. */
  readonly isStrict: boolean;
}

const NONE: ReadonlySet<string> = new Set();
/** Of a change that others keep overtaking. */
const ATTEMPTS = 5;

export function toolHandlers(options: ToolHandlersOptions): HandlersOf<'tool'> {
  const { db, toolbox, checkReferences } = options;
  const tools = createToolStore(db);
  /** What will be otherwise than it says. */
  const check = async (orgId: string, tool: ToolCreate): Promise<Warning[]> => {
    const faults = await toolbox.faults(tool);
    if (options.isStrict && faults.length > 0) throw badFields(faults);
    const missing = await checkReferences(orgId, referencesOfTool(tool));
    const ignored = ignoredFields(toolCreateSchema, tool, NONE);
    return [...faults, ...missing, ...toolWarnings(tool), ...ignored];
  };
  const read = <Form extends ToolCreate | ToolUpdate>(body: Form) => {
    const read = takeWarnings(body);
    if (options.isStrict && read.warnings.length > 0) throw badFields(read.warnings);
    return read;
  };
  return {
    async 'tool.create'({ token, body }) {
      const { form, warnings } = read(body);
      const found = await check(token.orgId, form);
      return withWarnings(await tools.create(token.orgId, form), [...warnings, ...found]);
    },
    'tool.list': ({ token, query }) => tools.list(token.orgId, query),
    'tool.get': ({ token, id }) => tools.get(token.orgId, id),
    'tool.update': ({ token: { orgId }, id, body, ifMatch }) =>
      retry({ attempts: ifMatch === null ? ATTEMPTS : 1, mayRetry: isOvertaken }, async () => {
        const current = await tools.get(orgId, id);
        const { form, warnings } = read(body);
        const found = await check(orgId, changed(current, form));
        // What was checked is what is changed.
        const change = { ifMatch: ifMatch ?? current.updatedAt };
        return withWarnings(await tools.update(orgId, id, form, change), [...warnings, ...found]);
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
  const { id: _, orgId: __, createdAt: ___, updatedAt: ____, ...known } = current;
  const whole = Object.fromEntries(
    Object.entries({ ...known, ...form }).filter(([, value]) => value !== null),
  );
  return parseWith(toolCreateSchema, whole, 'body');
}
