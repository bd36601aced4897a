import type { Role, User } from '@kindling/protocol';
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { memberTable, userTable } from '../../platform/database/platform-tables.ts';
import { tokenTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { preconditionFailed } from '../references/entity-tag.ts';
import { REVOKED_KEY_NAME } from '../tokens/revoked-key-name.ts';
import { removeOrphanedUsers } from './orphaned-users.ts';
import { readMember } from './read-member.ts';

/** The people of an org. Every change keeps an admin among them. */
export interface MemberStore {
  list(orgId: string): Promise<User[]>;
  /** For a member who has accepted: their keys get the role too. */
  updateRole(member: Target, role: Role): Promise<User>;
  /** Also takes an invitation back. Their keys for this org are revoked. */
  remove(member: Target): Promise<User>;
}

/** `ifMatch`: `updatedAt` that the caller saw; null: whichever. Another one is refused with 412. */
interface Target {
  readonly orgId: string;
  readonly userId: string;
  readonly ifMatch: string | null;
}

export function createMemberStore(db: Database): MemberStore {
  return {
    async list(orgId) {
      const rows = await selectMembers(db)
        .where(eq(memberTable.orgId, orgId))
        .orderBy(asc(memberTable.createdAt), asc(userTable.id));
      return rows.map(readMember);
    },
    updateRole: ({ orgId, userId, ifMatch }, role) =>
      db.transaction(async (tx) => {
        const member = await findLocked(tx, { orgId, userId, ifMatch });
        const updatedAt = new Date(Math.max(Date.now(), Date.parse(member.updatedAt) + 1));
        await tx.update(memberTable).set({ role, updatedAt }).where(isMember(orgId, userId));
        await tx.update(tokenTable).set({ role, updatedAt }).where(isKeyOf(orgId, userId));
        if (isAdmin(member) && role !== 'admin') await requireOtherAdmin(tx, orgId, userId);
        return { ...member, role, updatedAt: updatedAt.toISOString() };
      }),
    remove: ({ orgId, userId, ifMatch }) =>
      db.transaction(async (tx) => {
        const member = await findLocked(tx, { orgId, userId, ifMatch });
        if (isAdmin(member)) await requireOtherAdmin(tx, orgId, userId);
        const now = new Date();
        await tx
          .update(tokenTable)
          .set({ revokedAt: now, updatedAt: now })
          .where(and(isKeyOf(orgId, userId), isNull(tokenTable.revokedAt)));
        // Their keys are revoked but kept for the calls made with them, without the person.
        await tx
          .update(tokenTable)
          .set({ name: REVOKED_KEY_NAME, userId: null })
          .where(isKeyOf(orgId, userId));
        await tx.delete(memberTable).where(isMember(orgId, userId));
        await removeOrphanedUsers(tx, [userId]);
        return member;
      }),
  };
}

const isMember = (orgId: string, userId: string) =>
  and(eq(memberTable.orgId, orgId), eq(memberTable.userId, userId));
const isKeyOf = (orgId: string, userId: string) =>
  and(eq(tokenTable.orgId, orgId), eq(tokenTable.userId, userId));

function selectMembers(db: Database) {
  return db
    .select({ member: memberTable, user: userTable })
    .from(memberTable)
    .innerJoin(userTable, eq(userTable.id, memberTable.userId));
}

/** One change at a time: two admins could otherwise put each other out. */
async function findLocked(tx: Database, { orgId, userId, ifMatch }: Target): Promise<User> {
  await lockOrg(tx, orgId);
  const [row] = await selectMembers(tx).where(isMember(orgId, userId));
  if (row !== undefined) {
    if (ifMatch !== null && row.member.updatedAt.getTime() !== Date.parse(ifMatch))
      throw preconditionFailed('member');
    return readMember(row);
  }
  throw new ApiError('not_found', 'There is nobody with this id in your organisation.');
}

function isAdmin({ role, acceptedAt }: User): boolean {
  return role === 'admin' && acceptedAt !== null;
}

async function requireOtherAdmin(tx: Database, orgId: string, userId: string): Promise<void> {
  const [other] = await tx
    .select({ userId: memberTable.userId })
    .from(memberTable)
    .where(
      and(
        eq(memberTable.orgId, orgId),
        ne(memberTable.userId, userId),
        eq(memberTable.role, 'admin'),
        isNull(memberTable.inviteHash),
      ),
    )
    .limit(1);
  if (other !== undefined) return;
  throw new ApiError(
    'conflict',
    'This is the last admin of the organisation. Make another member an admin first.',
  );
}
