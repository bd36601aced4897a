import type { PhoneNumberUpdate } from '@kindling/protocol';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { credentialTable } from '../../platform/database/platform-tables.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { findMissing, referencesIn } from '../references/find-missing.ts';

const ANSWERING = { assistantId: 'assistant', squadId: 'squad', workflowId: 'workflow' } as const;

/** Whose credential a number is carried with. */
const CREDENTIAL_PROVIDER: Readonly<Record<string, string>> = {
  'byo-phone-number': 'byo-sip-trunk',
  vonage: 'vonage',
  telnyx: 'telnyx',
};

/** @throws `bad_request` for the first thing a phone number names that the org does not have */
export async function checkReferences(
  db: Database,
  orgId: string,
  form: PhoneNumberUpdate,
): Promise<void> {
  const [missing] = await findMissing(db, orgId, referencesIn(form, ANSWERING));
  if (missing !== undefined)
    throw badField(missing.path, `there is no ${missing.kind} with this id in your organisation.`);
  if (form.credentialId !== undefined) await checkCredential(db, orgId, form);
  const path = 'server.credentialId';
  const ofServer = referencesIn({ [path]: form.server?.credentialId }, { [path]: 'credential' });
  if ((await findMissing(db, orgId, ofServer)).length > 0)
    throw badField(
      path,
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
