import type { Database } from '../../platform/database/database.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { findMissing, referencesIn } from '../references/find-missing.ts';

const REFERENCES = {
  assistantId: 'assistant',
  workflowId: 'workflow',
  phoneNumberId: 'phone number',
} as const;

/** @throws `bad_request` naming the field when the org has no such assistant, workflow or number */
export async function checkReferences(
  db: Database,
  orgId: string,
  plan: { readonly [Field in keyof typeof REFERENCES]?: string | null | undefined },
): Promise<void> {
  const [missing] = await findMissing(db, orgId, referencesIn(plan, REFERENCES));
  if (missing !== undefined)
    throw badField(missing.path, `There is no ${missing.kind} with this id in your organisation.`);
}
