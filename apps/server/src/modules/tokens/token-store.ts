import { randomUUID } from 'node:crypto';
import type { Role } from '@kindling/protocol';
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { tokenTable } from '../../platform/database/schema.ts';
import { createKey, hashKey, type TokenKind } from './key.ts';

export interface Token extends Omit<typeof tokenTable.$inferSelect, 'hash'> {
  /** Whether a session of this key was sent, and not the key itself. */
  readonly isSession?: boolean;
}

/** What a key lets its bearer start. */
export type CallRights = Pick<
  Token,
  'orgId' | 'kind' | 'allowedAssistantIds' | 'allowTransientAssistant' | 'allowedModelProviders'
>;

export interface NewToken {
  readonly orgId: string;
  readonly kind: TokenKind;
  readonly name: string;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Null: every assistant of the org. */
  readonly allowedAssistantIds?: readonly string[] | null | undefined;
  readonly allowTransientAssistant?: boolean | undefined;
  readonly allowedModelProviders?: readonly string[] | undefined;
  readonly dailyMinutes?: number | null | undefined;
  readonly dailyModelRequests?: number | null | undefined;
  readonly expiresAt?: Date | null;
  /** @default true */
  readonly enabled?: boolean | undefined;
  /** Of a private key. @default 'admin' */
  readonly role?: Role;
  readonly userId?: string | null;
}

/** Enough to tell one's keys apart, and far too little to guess one. */
const HINT_CHARACTERS = 4;

export interface TokenStore {
  /** The key is given once; only its hash is kept (a public key is kept whole). */
  create(token: NewToken, key?: string): Promise<{ token: Token; key: string }>;
  findByKey(key: string): Promise<Token | null>;
  find(id: string): Promise<Token | null>;
  revoke(id: string): Promise<void>;
  /** Whether some public key that is valid now lists this origin. */
  isListedOrigin(origin: string): Promise<boolean>;
  /** The oldest valid public key that names an assistant: the one the site uses. */
  findSiteToken(): Promise<Token | null>;
}

export function createTokenStore(db: Database): TokenStore {
  const validPublic = () =>
    and(
      eq(tokenTable.kind, 'public'),
      eq(tokenTable.enabled, true),
      isNull(tokenTable.revokedAt),
      or(isNull(tokenTable.expiresAt), gt(tokenTable.expiresAt, new Date())),
    );
  return {
    async create(given, key = createKey(given.kind)) {
      const [row] = await db.insert(tokenTable).values(toRow(given, key)).returning();
      if (row === undefined) throw new Error('The token was not stored.');
      return { token: withoutHash(row), key };
    },
    async findByKey(key) {
      const found = await db
        .select()
        .from(tokenTable)
        .where(eq(tokenTable.hash, hashKey(key)));
      return found[0] === undefined ? null : withoutHash(found[0]);
    },
    async find(id) {
      const found = await db.select().from(tokenTable).where(eq(tokenTable.id, id));
      return found[0] === undefined ? null : withoutHash(found[0]);
    },
    async revoke(id) {
      const now = new Date();
      await db
        .update(tokenTable)
        .set({ revokedAt: now, updatedAt: now })
        .where(eq(tokenTable.id, id));
    },
    async isListedOrigin(origin) {
      const found = await db
        .select({ id: tokenTable.id })
        .from(tokenTable)
        .where(
          and(
            validPublic(),
            sql`${tokenTable.allowedOrigins} @> ${JSON.stringify([origin])}::jsonb`,
          ),
        )
        .limit(1);
      return found.length > 0;
    },
    async findSiteToken() {
      const found = await db
        .select()
        .from(tokenTable)
        .where(
          and(
            validPublic(),
            isNotNull(tokenTable.plain),
            isNotNull(tokenTable.allowedAssistantIds),
          ),
        )
        .orderBy(asc(tokenTable.createdAt))
        .limit(1);
      return found[0] === undefined ? null : withoutHash(found[0]);
    },
  };
}

function toRow(token: NewToken, key: string): typeof tokenTable.$inferInsert {
  const now = new Date();
  return {
    id: randomUUID(),
    orgId: token.orgId,
    kind: token.kind,
    name: token.name,
    hash: hashKey(key),
    plain: token.kind === 'public' ? key : null,
    hint: key.slice(-HINT_CHARACTERS),
    enabled: token.enabled ?? true,
    allowedOrigins: [...(token.allowedOrigins ?? [])],
    allowedAssistantIds: token.allowedAssistantIds ? [...token.allowedAssistantIds] : null,
    allowTransientAssistant: token.allowTransientAssistant ?? false,
    allowedModelProviders: [...(token.allowedModelProviders ?? [])],
    dailyMinutes: token.dailyMinutes ?? null,
    dailyModelRequests: token.dailyModelRequests ?? null,
    expiresAt: token.expiresAt ?? null,
    role: token.role ?? 'admin',
    userId: token.userId ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

function withoutHash({ hash: _, ...token }: typeof tokenTable.$inferSelect): Token {
  return token;
}
