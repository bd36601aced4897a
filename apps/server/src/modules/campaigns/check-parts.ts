import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { phoneNumberTable, workflowTable } from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

const PARTS = {
  assistantId: { table: assistantTable, name: 'assistant' },
  workflowId: { table: workflowTable, name: 'workflow' },
  phoneNumberId: { table: phoneNumberTable, name: 'phone number' },
} as const;
const FIELDS = ['assistantId', 'workflowId', 'phoneNumberId'] as const;

/** Throws `bad_request` naming the field when the org has no such assistant, workflow or number. */
export async function checkParts(
  db: Database,
  orgId: string,
  plan: { readonly [Field in (typeof FIELDS)[number]]?: string | null | undefined },
): Promise<void> {
  for (const field of FIELDS) {
    const id = plan[field];
    if (id === undefined || id === null) continue;
    const { table, name } = PARTS[field];
    const [found] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), eq(table.id, id)));
    if (found !== undefined) continue;
    const message = `There is no ${name} with this id in your organisation.`;
    throw new ApiError('bad_request', `${field}: ${message}`, {
      fields: [{ path: field, message }],
    });
  }
}
