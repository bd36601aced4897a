import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import {
  phoneNumberTable,
  squadTable,
  workflowTable,
} from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

const REFERENCES = {
  assistantId: { table: assistantTable, name: 'assistant' },
  squadId: { table: squadTable, name: 'squad' },
  workflowId: { table: workflowTable, name: 'workflow' },
  phoneNumberId: { table: phoneNumberTable, name: 'phone number' },
} as const;

type References = { readonly [field in keyof typeof REFERENCES]?: string | null | undefined };

/** Throws `not_found` for what is named but is not there, or is another org's. */
export type CheckReferences = (orgId: string, form: References) => Promise<void>;

export function createCheckReferences(db: Database): CheckReferences {
  return async (orgId, form) => {
    for (const [field, { table, name }] of Object.entries(REFERENCES)) {
      const id = form[field as keyof References];
      if (id === undefined || id === null) continue;
      const where = and(eq(table.orgId, orgId), eq(table.id, id));
      const [found] = await db.select({ id: table.id }).from(table).where(where);
      if (found === undefined) throw missing(field, name);
    }
  };
}

function missing(path: string, name: string): ApiError {
  const message = `There is no ${name} with this id in your organisation.`;
  return new ApiError('not_found', message, { fields: [{ path, message }] });
}
