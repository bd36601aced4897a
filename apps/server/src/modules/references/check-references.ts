import type { Warning } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { badFields } from '../../platform/errors/bad-field.ts';
import { findMissing, type Reference } from './find-missing.ts';

const CREATE = {
  tool: 'POST /tool',
  'knowledge base': 'POST /knowledge-base',
  file: 'POST /file',
  credential: 'POST /credential',
  'structured output': 'POST /structured-output',
} as const;

/** A row that an assistant or a tool is made of. */
export type PartReference = Reference<keyof typeof CREATE>;

/** What becomes of a part that is not there. */
const WITHOUT = {
  tool: 'It is not used',
  'knowledge base': 'Nothing is looked up in it',
  file: 'It is not searched',
  'structured output': 'Nothing is found out by it',
  credential: 'Nothing is sent to this server',
} as const;

/**
 * Names every field whose row is not there, or is another org's: what comes from another account names that account's.
 *
 * @throws `bad_request` with the same, where the server is strict
 */
export type CheckReferences = (
  orgId: string,
  references: readonly PartReference[],
) => Promise<Warning[]>;

export function createCheckReferences(
  db: Database,
  { isStrict }: { readonly isStrict: boolean },
): CheckReferences {
  return async (orgId, references) => {
    const missing = await findMissing(db, orgId, references);
    const fields = missing.map(({ kind, id, path }) => ({
      path,
      message: `There is no ${kind} ${id} in your organisation. ${WITHOUT[kind]} until you name one: leave it out, or make it with ${CREATE[kind]}.`,
    }));
    if (isStrict && fields.length > 0) throw badFields(fields);
    return fields;
  };
}
