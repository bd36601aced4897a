import { randomBytes, randomUUID } from 'node:crypto';
import type { AcceptedInvite, Invite, InviteAccept, Role, User } from '@kindling/protocol';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { lockOrg } from '../../platform/database/lock-org.ts';
import { memberTable, userTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { missingField } from '../../platform/errors/bad-field.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import { sha256 } from '../../platform/secrets/sha256.ts';
import { createTokenStore } from '../tokens/token-store.ts';
import { inviteMail } from './invite-mail.ts';
import { type MemberRow, readMember } from './read-member.ts';

const LASTS = 7 * 24 * 60 * 60_000;
const NAME_MAX_CHARACTERS = 40;

export interface OrgInvitations {
  /** Mails a code to each; who was invited before gets a new one, and the old one opens nothing. */
  invite(orgId: string, form: Invite, link: (code: string) => string): Promise<User[]>;
  /** What a code opens, without using it. Null for one that is unknown, used or too old. */
  find(code: string): Promise<OpenInvitation | null>;
  /** @throws `not_found` for a code that is unknown, used or too old */
  accept(form: InviteAccept): Promise<AcceptedInvite>;
}

export interface OpenInvitation {
  readonly orgName: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Date;
}

export interface OrgInvitationsOptions {
  readonly db: Database;
  readonly mail: MailQueue;
  readonly now: () => number;
}

export function createOrgInvitations({ db, mail, now }: OrgInvitationsOptions): OrgInvitations {
  return {
    async invite(orgId, { emails, role }, link) {
      const expiresAt = new Date(now() + LASTS);
      const invited = await db.transaction(async (tx) => {
        const org = await lockOrg(tx, orgId);
        if (org === undefined) throw new Error('The organisation of the key is gone.');
        const rows: MemberRow[] = [];
        for (const [index, email] of normalised(emails)) {
          const user = await findOrAddUser(tx, email);
          const code = randomBytes(32).toString('base64url');
          const member = await putMember(tx, {
            orgId,
            userId: user.id,
            role,
            inviteHash: sha256(code),
            inviteExpiresAt: expiresAt,
          });
          if (member === null) throw alreadyThere(index, email);
          rows.push({ member, user });
          const invitation = { email, role, orgName: org.name, href: link(code), expiresAt };
          await mail.enqueue(tx, [inviteMail(invitation)]);
        }
        return rows;
      });
      mail.wake();
      return invited.map(readMember);
    },
    async find(code) {
      const [found] = await db
        .select({ member: memberTable, user: userTable, org: orgTable })
        .from(memberTable)
        .innerJoin(userTable, eq(userTable.id, memberTable.userId))
        .innerJoin(orgTable, eq(orgTable.id, memberTable.orgId))
        .where(
          and(
            eq(memberTable.inviteHash, sha256(code)),
            gt(memberTable.inviteExpiresAt, new Date(now())),
          ),
        );
      const expiresAt = found?.member.inviteExpiresAt ?? null;
      if (found === undefined || expiresAt === null) return null;
      const { org, user, member } = found;
      return { orgName: org.name, email: user.email, role: member.role, expiresAt };
    },
    accept: ({ code, fullName }) =>
      db.transaction(async (tx) => {
        const accepted = new Date(now());
        const org = await lockOrgOf(tx, code);
        // Only one of two at the same time finds the code.
        const [member] = await tx
          .update(memberTable)
          .set({
            inviteHash: null,
            inviteExpiresAt: null,
            acceptedAt: accepted,
            updatedAt: accepted,
          })
          .where(
            and(
              eq(memberTable.inviteHash, sha256(code)),
              gt(memberTable.inviteExpiresAt, accepted),
            ),
          )
          .returning();
        if (member === undefined) throw unknownCode();
        const set = { ...(fullName === undefined ? {} : { fullName }), updatedAt: accepted };
        const [user] = await tx
          .update(userTable)
          .set(set)
          .where(eq(userTable.id, member.userId))
          .returning();
        if (user === undefined) throw unknownCode();
        const { key } = await createTokenStore(tx).create({
          orgId: org.id,
          kind: 'private',
          role: member.role,
          userId: user.id,
          name: user.email.slice(0, NAME_MAX_CHARACTERS),
        });
        const person = readMember({ member, user });
        return { orgId: org.id, orgName: org.name, user: person, privateKey: key };
      }),
  };
}

/** The organisation before its people, as in every change of them: else two wait for each other. */
async function lockOrgOf(tx: Database, code: string): Promise<typeof orgTable.$inferSelect> {
  const [invited] = await tx
    .select({ orgId: memberTable.orgId })
    .from(memberTable)
    .where(eq(memberTable.inviteHash, sha256(code)));
  if (invited === undefined) throw unknownCode();
  const org = await lockOrg(tx, invited.orgId);
  if (org === undefined) throw unknownCode();
  return org;
}

/** Each address once, with where it stands in the request. */
function normalised(emails: readonly string[]): Map<number, string> {
  const lower = emails.map((email) => email.toLowerCase());
  return new Map([...lower.entries()].filter(([index, email]) => lower.indexOf(email) === index));
}

async function findOrAddUser(tx: Database, email: string): Promise<MemberRow['user']> {
  const now = new Date();
  await tx
    .insert(userTable)
    .values({ id: randomUUID(), email, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  const [user] = await tx.select().from(userTable).where(sql`lower(${userTable.email}) = ${email}`);
  if (user === undefined) throw new Error('The person was not stored.');
  return user;
}

/** Null for who has accepted already. */
async function putMember(
  tx: Database,
  invited: Pick<
    MemberRow['member'],
    'orgId' | 'userId' | 'role' | 'inviteHash' | 'inviteExpiresAt'
  >,
): Promise<MemberRow['member'] | null> {
  const now = new Date();
  const { role, inviteHash, inviteExpiresAt } = invited;
  const [member] = await tx
    .insert(memberTable)
    .values({ ...invited, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [memberTable.orgId, memberTable.userId],
      set: { role, inviteHash, inviteExpiresAt, updatedAt: now },
      setWhere: sql`${memberTable.acceptedAt} is null`,
    })
    .returning();
  return member ?? null;
}

function alreadyThere(index: number, email: string): ApiError {
  const message = `${email} belongs to the organisation already; change the role instead.`;
  return new ApiError('conflict', message, { fields: [{ path: `emails.${index}`, message }] });
}

/** The answer to a code that opens nothing. */
export function unknownCode(): ApiError {
  return missingField(
    'code',
    'This invitation is not known here, was used, or is too old. Ask for a new one.',
  );
}
