import { randomUUID } from 'node:crypto';
import type { LibraryVoice, VoiceProvider } from '@kindling/protocol';
import { and, asc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { voiceTable } from '../../platform/database/platform-tables.ts';

/** A voice as its provider describes it. */
export type ProvidedVoice = Pick<LibraryVoice, 'providerId'> &
  Partial<
    Pick<
      LibraryVoice,
      | 'name'
      | 'slug'
      | 'language'
      | 'languageCode'
      | 'model'
      | 'gender'
      | 'accent'
      | 'previewUrl'
      | 'description'
    >
  >;

/** The voices that an organisation has at providers, as they were when they were fetched. */
export interface VoiceStore {
  list(orgId: string, provider: VoiceProvider): Promise<LibraryVoice[]>;
  /** Adds those that are new and changes those that are known. */
  put(voices: FetchedVoices): Promise<LibraryVoice[]>;
  /** The same, and forgets what the provider no longer has. */
  replace(voices: FetchedVoices): Promise<LibraryVoice[]>;
}

export interface FetchedVoices {
  readonly orgId: string;
  readonly provider: VoiceProvider;
  readonly credentialId: string;
  readonly voices: readonly ProvidedVoice[];
}

type Row = typeof voiceTable.$inferSelect;

/** Rows of one statement: PostgreSQL takes 65,535 parameters at most. */
const AT_ONCE = 500;

export function createVoiceStore(db: Database): VoiceStore {
  const table = voiceTable;
  const ofProvider = (orgId: string, provider: string) =>
    and(eq(table.orgId, orgId), eq(table.provider, provider));

  async function putOn(handle: Database, fetched: FetchedVoices): Promise<LibraryVoice[]> {
    const rows = toRows(fetched);
    const stored: Row[] = [];
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = await handle
        .insert(table)
        .values(rows.slice(at, at + AT_ONCE))
        .onConflictDoUpdate({
          target: [table.orgId, table.provider, table.providerId],
          set: { body: sql`excluded.body`, updatedAt: sql`excluded.updated_at` },
        })
        .returning();
      stored.push(...some);
    }
    return stored.map(readVoice);
  }

  return {
    async list(orgId, provider) {
      const rows = await db
        .select()
        .from(table)
        .where(ofProvider(orgId, provider))
        .orderBy(asc(sql`lower(${table.body} ->> 'name')`), asc(table.providerId));
      return rows.map(readVoice);
    },
    put: (fetched) => putOn(db, fetched),
    replace: (fetched) =>
      db.transaction(async (tx) => {
        const { orgId, provider, voices } = fetched;
        const ids = voices.map(({ providerId }) => providerId);
        const gone = ids.length === 0 ? undefined : notInArray(table.providerId, ids);
        await tx.delete(table).where(and(ofProvider(orgId, provider), gone));
        return putOn(tx, fetched);
      }),
  };
}

function toRows({ orgId, provider, credentialId, voices }: FetchedVoices) {
  const now = new Date();
  // A provider that names a voice twice means one voice.
  const byId = new Map(voices.map((voice) => [voice.providerId, voice]));
  return [...byId.values()].map(({ providerId, ...voice }) => ({
    id: randomUUID(),
    orgId,
    provider,
    providerId,
    body: { ...voice, credentialId },
    createdAt: now,
    updatedAt: now,
  }));
}

function readVoice(row: Row): LibraryVoice {
  return {
    ...(row.body as Partial<LibraryVoice>),
    id: row.id,
    orgId: row.orgId,
    providerId: row.providerId,
    provider: row.provider as VoiceProvider,
    isPublic: false,
    isDeleted: false,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
