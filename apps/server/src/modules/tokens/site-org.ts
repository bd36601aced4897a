import { asc } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext } from '../../platform/requests/app-env.ts';
import type { Authenticate } from './authenticate.ts';

/** The first org of a server is the one whose website it shows. */
export async function isSiteOrg(db: Database, orgId: string): Promise<boolean> {
  const [first] = await db
    .select({ id: orgTable.id })
    .from(orgTable)
    .orderBy(asc(orgTable.createdAt), asc(orgTable.id))
    .limit(1);
  return first?.id === orgId;
}

/** @throws unless the key belongs to the organisation whose visitors these are */
export type AuthenticateOperator = (c: AppContext) => Promise<void>;

/** For what visitors left on the website: it is no other organisation's business. */
export function createAuthenticateOperator(
  db: Database,
  authenticate: Authenticate,
): AuthenticateOperator {
  return async (c) => {
    const { orgId } = await authenticate(c, 'viewer');
    if (await isSiteOrg(db, orgId)) return;
    throw new ApiError('forbidden', 'This is for keys of the organisation that runs this website.');
  };
}
