import {
  type StructuredOutput,
  type StructuredOutputCreate,
  type StructuredOutputUpdate,
  structuredOutputCreateSchema,
  takeWarnings,
  type Warning,
} from '@kindling/protocol';
import { retry } from '@kindling/protocol/retry';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { structuredOutputTable as table } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField, badFields } from '../../platform/errors/bad-field.ts';
import { parseWith } from '../../platform/requests/bodies/read-json.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { findMissing, type Reference } from '../references/find-missing.ts';
import { ignoredFields } from '../references/ignored-fields.ts';
import { filtersOf } from '../references/query-filters.ts';
import { withWarnings } from '../references/with-warnings.ts';
import { checkOutput } from './check-output.ts';
import { createOutputStore } from './output-store.ts';
import { rejectWhereUsed } from './output-uses.ts';
import { type ModelWarnings, outputWarnings } from './output-warnings.ts';

export interface OutputHandlersOptions {
  readonly db: Database;
  readonly modelWarnings: ModelWarnings;
  /** Whether what cannot be as it says is refused. */
  readonly isStrict: boolean;
}

/** All but `run`, which needs calls. */
export type OutputHandlers = Omit<HandlersOf<'structuredOutput'>, 'structuredOutput.run'>;

const NONE: ReadonlySet<string> = new Set();
/** Of a change that others keep overtaking. */
const ATTEMPTS = 5;

export function outputHandlers(options: OutputHandlersOptions): OutputHandlers {
  const { db, modelWarnings } = options;
  const outputs = createOutputStore(db);
  /** What will be otherwise than it says. */
  const check = async (orgId: string, output: StructuredOutputCreate): Promise<Warning[]> => {
    await checkOutput(output);
    const warnings = await outputWarnings(orgId, output, { modelWarnings });
    const replaced = warnings.filter(({ path }) => path.endsWith('.provider'));
    if (options.isStrict && replaced.length > 0) throw badFields(replaced);
    return [...warnings, ...ignoredFields(structuredOutputCreateSchema, output, NONE)];
  };
  const read = <Body extends object>(body: Body) => {
    const taken = takeWarnings(body);
    if (options.isStrict && taken.warnings.length > 0) throw badFields(taken.warnings);
    return taken;
  };
  return {
    async 'structuredOutput.create'({ token: { orgId }, body }) {
      const { form, warnings } = read(body);
      const found = await check(orgId, form);
      await checkLinks(db, orgId, form);
      return withWarnings(await outputs.create(orgId, form), [...warnings, ...found]);
    },
    'structuredOutput.list': ({ token, query }) =>
      outputs.page(token.orgId, query, {
        filters: filtersOf([
          [table.id, query.id],
          [sql`(${table.body} ->> 'name')`, query.name],
        ]),
      }),
    'structuredOutput.get': ({ token, id }) => outputs.get(token.orgId, id),
    'structuredOutput.update': ({ token: { orgId }, id, query, body, ifMatch }) =>
      retry({ attempts: ifMatch === null ? ATTEMPTS : 1, mayRetry: isOvertaken }, async () => {
        const current = await outputs.get(orgId, id);
        const { form, warnings } = read(body);
        const found = await check(orgId, changed(current, form, query.schemaOverride === 'true'));
        await checkLinks(db, orgId, form);
        // What was checked is what is changed.
        const change = { ifMatch: ifMatch ?? current.updatedAt };
        return withWarnings(await outputs.update(orgId, id, form, change), [...warnings, ...found]);
      }),
    'structuredOutput.delete': async ({ token, id, ifMatch }) => {
      await outputs.get(token.orgId, id);
      await rejectWhereUsed(db, token.orgId, id);
      return outputs.remove(token.orgId, id, { ifMatch });
    },
  };
}

const isOvertaken = (error: unknown) =>
  error instanceof ApiError && error.code === 'precondition_failed';

/**
 * The output after a change.
 *
 * @throws `bad_request` when it would fit no longer
 */
function changed(current: StructuredOutput, form: StructuredOutputUpdate, mayChangeType: boolean) {
  const [before, after] = [current.schema.type, form.schema?.type];
  const isOther = form.schema !== undefined && JSON.stringify(before) !== JSON.stringify(after);
  if (isOther && !mayChangeType)
    throw badField(
      'schema.type',
      `is ${JSON.stringify(before)}, as are the results there are: add ?schemaOverride=true to change it, or create another output.`,
    );
  const { id: _, orgId: __, createdAt: ___, updatedAt: ____, ...known } = current;
  const whole = Object.fromEntries(
    Object.entries({ ...known, ...form }).filter(([, value]) => value !== null),
  );
  return parseWith(structuredOutputCreateSchema, whole, 'body');
}

/** @throws `bad_request` that names every assistant and workflow that is not there, or is another org's */
async function checkLinks(
  db: Database,
  orgId: string,
  { assistantIds = [], workflowIds = [] }: Pick<StructuredOutput, 'assistantIds' | 'workflowIds'>,
): Promise<void> {
  const missing = await findMissing(db, orgId, [
    ...assistantIds.map(linkOf('assistant', 'assistantIds')),
    ...workflowIds.map(linkOf('workflow', 'workflowIds')),
  ]);
  const fields = missing.map(({ kind, id, path }) => ({
    path,
    message: `there is no ${kind} ${id} in your organisation.`,
  }));
  if (fields.length > 0) throw badFields(fields);
}

const linkOf =
  (kind: 'assistant' | 'workflow', field: string) =>
  (id: string, index: number): Reference => ({ kind, id, path: `${field}.${index}` });
