import type { PhoneNumberUpdate } from '@kindling/protocol';
import { and, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import {
  credentialTable,
  squadTable,
  workflowTable,
} from '../../platform/database/platform-tables.ts';
import { assistantTable } from '../../platform/database/schema.ts';
import { badField } from '../../platform/errors/bad-field.ts';

type OwnedTable = PgTable & { readonly id: AnyPgColumn; readonly orgId: AnyPgColumn };

const ANSWERING = [
  ['assistantId', 'assistant', assistantTable],
  ['squadId', 'squad', squadTable],
  ['workflowId', 'workflow', workflowTable],
] as const satisfies readonly (readonly [string, string, OwnedTable])[];

/** Whose credential a number is carried with. */
const CREDENTIAL_PROVIDER: Readonly<Record<string, string>> = {
  'byo-phone-number': 'byo-sip-trunk',
  vonage: 'vonage',
  telnyx: 'telnyx',
};

/** Throws `bad_request` for the first thing a phone number names that the org does not have. */
export async function checkReferences(
  db: Database,
  orgId: string,
  form: PhoneNumberUpdate,
): Promise<void> {
  for (const [field, kind, table] of ANSWERING) {
    const id = form[field];
    if (typeof id === 'string' && !(await isOwned(db, { orgId, id, table })))
      throw badField(field, `there is no ${kind} with this id in your organisation.`);
  }
  if (form.credentialId !== undefined) await checkCredential(db, orgId, form);
  const id = form.server?.credentialId;
  if (id !== undefined && !(await isOwned(db, { orgId, id, table: credentialTable })))
    throw badField(
      'server.credentialId',
      'there is no credential with this id in your organisation. Store one with POST /credential.',
    );
}

async function checkCredential(
  db: Database,
  orgId: string,
  { credentialId = '', provider }: PhoneNumberUpdate,
): Promise<void> {
  const [credential] = await db
    .select({ provider: credentialTable.provider })
    .from(credentialTable)
    .where(and(eq(credentialTable.orgId, orgId), eq(credentialTable.id, credentialId)));
  const needed = CREDENTIAL_PROVIDER[provider ?? ''];
  if (credential !== undefined && (needed === undefined || credential.provider === needed)) return;
  throw badField(
    'credentialId',
    `there is no credential${needed === undefined ? '' : ` of ${needed}`} with this id in your organisation. Store one with POST /credential.`,
  );
}

async function isOwned(
  db: Database,
  { orgId, id, table }: { orgId: string; id: string; table: OwnedTable },
): Promise<boolean> {
  const found = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.orgId, orgId), eq(table.id, id)));
  return found.length > 0;
}
