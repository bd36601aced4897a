import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
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

/** @throws `bad_request` that names every field whose row is not there, or is another org's */
export type CheckReferences = (
  orgId: string,
  references: readonly PartReference[],
) => Promise<void>;

export function createCheckReferences(db: Database): CheckReferences {
  return async (orgId, references) => {
    const missing = await findMissing(db, orgId, references);
    const fields = missing.map(({ kind, id, path }) => ({
      path,
      message: `there is no ${kind} ${id} in your organisation. Leave it out, or make it with ${CREATE[kind]}.`,
    }));
    const [first] = fields;
    if (first !== undefined)
      throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields });
  };
}
