import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { Sessions } from '../tokens/sessions.ts';
import { createTokenStore } from '../tokens/token-store.ts';
import { createDeleteOrg } from './delete-org.ts';
import { orgHandlers } from './handlers.ts';
import { createMemberStore } from './member-store.ts';
import { createOrgContent } from './org-content.ts';
import { createOrgInvitations } from './org-invitations.ts';
import { createOrgStore } from './org-store.ts';

const INVITATIONS_PER_MINUTE = 100;

export interface OrgsContext
  extends Pick<
    PlatformContext,
    'config' | 'db' | 'clock' | 'jobs' | 'mail' | 'folders' | 'blobs' | 'sharedLimit'
  > {
  readonly sessions: Sessions;
}

/** Organisations, the people in them, and how they get in and out. */
export function registerOrgs(context: OrgsContext): HandlersOf<'org'> {
  const { config, db, clock, jobs, mail, folders, blobs, sessions } = context;
  const content = createOrgContent(jobs, { blobs, workFolder: folders.blobs });
  return orgHandlers({
    config,
    db,
    sessions,
    orgs: createOrgStore(db),
    members: createMemberStore(db),
    invitations: createOrgInvitations({ db, mail, now: () => clock.now() }),
    deleteOrg: createDeleteOrg({ db, content, tokens: createTokenStore(db) }),
    inviteLimit: context.sharedLimit('invitation', INVITATIONS_PER_MINUTE),
  });
}
