import type { User } from '@kindling/protocol';
import type { memberTable, userTable } from '../../platform/database/platform-tables.ts';

export interface MemberRow {
  readonly member: typeof memberTable.$inferSelect;
  readonly user: typeof userTable.$inferSelect;
}

/** A member as their org sees them: until they accept, only the address is shown, whatever other orgs know. */
export function readMember({ member, user }: MemberRow): User {
  const accepted = member.acceptedAt !== null;
  return {
    id: user.id,
    email: user.email,
    role: member.role,
    ...(accepted && user.fullName !== null ? { fullName: user.fullName } : {}),
    acceptedAt: member.acceptedAt?.toISOString() ?? null,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
  };
}
