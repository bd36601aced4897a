import type { Role } from '@kindling/protocol';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField, namedBy } from '../../platform/errors/bad-field.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { RateLimit } from '../../platform/requests/visitors/rate-limit.ts';
import type { Sessions } from '../tokens/sessions.ts';
import { createTokenStore, type Token } from '../tokens/token-store.ts';
import type { createDeleteOrg } from './delete-org.ts';

import type { MemberStore } from './member-store.ts';
import type { OrgInvitations } from './org-invitations.ts';
import { type OrgStore, unknownOrg } from './org-store.ts';

export interface OrgHandlersOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'callOrigins'>;
  readonly orgs: OrgStore;
  readonly members: MemberStore;
  readonly invitations: OrgInvitations;
  readonly sessions: Sessions;
  readonly deleteOrg: ReturnType<typeof createDeleteOrg>;
  /** Of mails, by organisation. */
  readonly inviteLimit: RateLimit;
}

/** A key is of one organisation and sees no other one: with more, a person has a key for each. */
export function orgHandlers(options: OrgHandlersOptions): HandlersOf<'org'> {
  const { orgs, members, invitations, sessions } = options;
  return {
    'org.create': ({ token, body }) =>
      options.db.transaction(async (tx) => {
        const org = await orgs.within(tx).create(body);
        return { ...org, privateKey: await addFirstKey(tx, org.id, token) };
      }),
    'org.list': async ({ token }) => [await orgs.get(token.orgId)],
    'org.get': ({ token, id }) => orgs.get(own(token, id)),
    'org.update': ({ token, id, body, ifMatch }) => orgs.update(own(token, id), body, ifMatch),
    'org.delete': ({ token, id, ifMatch }) => options.deleteOrg(own(token, id), ifMatch),
    'org.listUsers': ({ token, id }) => members.list(own(token, id)),
    'org.leave': ({ token, id }) => {
      const orgId = own(token, id);
      if (token.userId !== null)
        return members.remove({ orgId, userId: token.userId, ifMatch: null });
      throw new ApiError(
        'conflict',
        'This key is the organisation’s own and nobody’s: delete it with DELETE /token/{id}.',
      );
    },
    'org.removeUser': ({ token, params, ifMatch }) =>
      members.remove({ orgId: own(token, params.id), userId: params.memberId, ifMatch }),
    'org.invite': async ({ token, id, body, baseUrl }) => {
      const orgId = own(token, id);
      const page = acceptingPage(body.redirectTo, [baseUrl, ...options.config.callOrigins]);
      await options.inviteLimit.consume(orgId, body.emails.length);
      return invitations.invite(orgId, body, (code) => {
        const url = new URL(page ?? `${baseUrl}/invitation`);
        url.searchParams.set('code', code);
        return url.href;
      });
    },
    'org.updateRole': ({ token, id, body: { userId, role }, ifMatch }) =>
      namedBy('userId', members.updateRole({ orgId: own(token, id), userId, ifMatch }, role)),
    'org.auth': async ({ token, id }) => {
      const orgId = own(token, id);
      if (token.isSession === true)
        throw new ApiError('forbidden', 'A session cannot be made longer. Use the key itself.');
      const { accessToken, expiresAt } = await sessions.create(token);
      return { accessToken, aud: { orgId }, expiresAt: expiresAt.toISOString() };
    },
    'org.acceptInvite': ({ body }) => invitations.accept(body),
  };
}

function own(token: Token, id: string): string {
  if (token.orgId === id) return id;
  throw unknownOrg();
}

/** Its admin is who made it, where the key that asked is a person's. */
async function addFirstKey(tx: Database, orgId: string, { userId }: Token): Promise<string> {
  const role: Role = 'admin';
  if (userId !== null) {
    const now = new Date();
    const times = { acceptedAt: now, createdAt: now, updatedAt: now };
    await tx.insert(memberTable).values({ orgId, userId, role, ...times });
  }
  const tokens = createTokenStore(tx);
  const { key } = await tokens.create({ orgId, kind: 'private', name: 'Owner', role, userId });
  return key;
}

/** A code is as good as a key: it goes to pages that the operator knows. */
function acceptingPage(url: string | undefined, origins: readonly string[]): string | null {
  if (url === undefined) return null;
  if (origins.includes(new URL(url).origin)) return url;
  throw badField('redirectTo', 'must be a page of this server or of an origin in CALL_ORIGINS.');
}
