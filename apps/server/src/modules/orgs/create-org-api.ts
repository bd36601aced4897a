import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createRateLimit } from '../../platform/requests/rate-limit.ts';
import type { Sessions } from '../tokens/sessions.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { createDeleteOrg } from './delete-org.ts';
import { orgHandlers } from './handlers.ts';
import { createMemberStore } from './member-store.ts';
import { createOrgContent } from './org-content.ts';
import type { OrgInvitations } from './org-invitations.ts';
import { createOrgStore } from './org-store.ts';

export interface OrgApiOptions {
  readonly db: Database;
  readonly invitations: OrgInvitations;
  readonly jobs: Jobs;
  readonly tokens: TokenStore;
  readonly sessions: Sessions;
  readonly blobFolder: string;
  readonly config: Pick<Config, 'callOrigins'>;
}

const INVITATIONS_PER_MINUTE = 100;

/** Organisations, the people in them, and how they get in and out. */
export function createOrgApi(options: OrgApiOptions): HandlersOf<'org'> {
  const { db, jobs } = options;
  const content = createOrgContent(jobs, options.blobFolder);
  return orgHandlers({
    ...options,
    orgs: createOrgStore(db),
    members: createMemberStore(db),
    deleteOrg: createDeleteOrg({ db, content, tokens: options.tokens }),
    inviteLimit: createRateLimit(INVITATIONS_PER_MINUTE),
  });
}
