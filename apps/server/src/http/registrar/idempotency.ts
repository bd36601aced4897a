import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Token } from '../../modules/tokens/token-store.ts';
import type { Nodes } from '../../platform/cluster/nodes.ts';
import { ofGoneNodes } from '../../platform/cluster/of-gone-nodes.ts';
import { singleNode } from '../../platform/cluster/single-node.ts';
import type { Database } from '../../platform/database/database.ts';
import { idempotencyTable } from '../../platform/database/platform-tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { RawAnswer } from '../../platform/requests/answers/raw-answer.ts';
import { contentOf } from '../../platform/requests/forms/uploaded-file.ts';
import { canOpen } from '../../platform/secrets/can-open.ts';
import { sha256 } from '../../platform/secrets/sha256.ts';
import type { Vault } from '../../platform/secrets/vault.ts';

/** A repeated creation is recognised for this long. */
const RETENTION = 24 * 60 * 60_000;
/** No creation takes as long, chats end after 120 s: one without an answer by then was cut off. */
const MAX_REQUEST_DURATION = 10 * 60_000;
const KEY_MAX_CHARACTERS = 255;

export interface RepeatableRequest {
  readonly name: string;
  /** Whether the answer may not lie in the database for all to read. */
  readonly isSecret: boolean;
  readonly token: Token;
  readonly request: {
    readonly params: unknown;
    readonly body: unknown;
    header(name: string): string | undefined;
  };
}

/**
 * Creations with the header Idempotency-Key: the first one with a key is carried out, another gets
 * the same answer. The key with another request, or while the first is under way, is a conflict.
 */
export interface Idempotency {
  answer(repeatable: RepeatableRequest, execute: () => Promise<unknown>): Promise<unknown>;
  /** Of processes that are over: what a crash interrupted is not carried out again, and not said to be under way. */
  recover(): Promise<void>;
  /** Forgets what is too old; answers how many. */
  purge(now: number): Promise<number>;
}

export interface IdempotencyOptions {
  readonly db: Database;
  readonly vault: Vault;
  /** @default the only server of its database */
  readonly nodes?: Pick<Nodes, 'own' | 'isCluster'>;
  readonly now: () => number;
}

export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { db, vault, nodes = singleNode, now } = options;
  const table = idempotencyTable;
  const keep = (id: string, result: unknown, isSecret: boolean) =>
    isSecret ? { sealed: vault.seal(JSON.stringify(result), id).toString('base64') } : { result };
  return {
    async answer({ name, token, request, isSecret }, execute) {
      const key = request.header('idempotency-key');
      if (key === undefined) return execute();
      if (key === '' || key.length > KEY_MAX_CHARACTERS)
        throw new ApiError(
          'bad_request',
          `Idempotency-Key: send 1 to ${KEY_MAX_CHARACTERS} characters.`,
        );
      const id = hash([token.orgId, token.id, name, key]);
      const requestHash = hash([request.params, describeBody(request.body)]);
      const createdAt = new Date(now());
      await db
        .delete(table)
        .where(and(eq(table.id, id), lt(table.createdAt, new Date(now() - RETENTION))));
      const taken = await db
        .insert(table)
        .values({ id, orgId: token.orgId, requestHash, createdAt, answer: null, nodeId: nodes.own })
        .onConflictDoNothing()
        .returning({ id: table.id });
      if (taken.length === 0) return repeat(options, id, requestHash);
      let result: unknown;
      try {
        result = await execute();
      } catch (error) {
        // What failed may be tried again with the same key.
        await db.delete(table).where(eq(table.id, id));
        throw error;
      }
      const answer =
        result instanceof RawAnswer ? ({ raw: true } as const) : keep(id, result, isSecret);
      await db.update(table).set({ answer }).where(eq(table.id, id));
      return result;
    },
    async recover() {
      await db
        .update(table)
        .set({ answer: { interrupted: true } })
        .where(and(isNull(table.answer), ofGoneNodes(nodes, table.nodeId)));
    },
    async purge(time) {
      const old = await db
        .delete(table)
        .where(lt(table.createdAt, new Date(time - RETENTION)))
        .returning({ id: table.id });
      return old.length;
    },
  };
}

async function repeat(
  { db, vault, now }: IdempotencyOptions,
  id: string,
  requestHash: string,
): Promise<unknown> {
  const [known] = await db.select().from(idempotencyTable).where(eq(idempotencyTable.id, id));
  if (known !== undefined && known.requestHash !== requestHash)
    throw new ApiError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request. Use a new one.',
    );
  const isRecent = known === undefined || now() - known.createdAt.getTime() <= MAX_REQUEST_DURATION;
  const answer = known?.answer ?? (isRecent ? null : { interrupted: true });
  if (answer === null)
    throw new ApiError('conflict', 'The first request with this Idempotency-Key is under way.', {
      headers: { 'Retry-After': '1' },
    });
  if ('result' in answer) return answer.result;
  if ('interrupted' in answer)
    throw new ApiError(
      'conflict',
      'The server stopped during the first request with this Idempotency-Key: whether it was carried out is not known. Look at what there is, and send it with a new key if it is missing.',
    );
  if ('raw' in answer)
    throw new ApiError(
      'conflict',
      'The first request with this Idempotency-Key was answered with a stream, which is not repeated. Read what it made.',
    );
  const sealed = Buffer.from(answer.sealed, 'base64');
  if (canOpen(vault, sealed, id)) return JSON.parse(vault.open(sealed, id));
  throw new ApiError(
    'conflict',
    'The first request with this Idempotency-Key was answered with a secret, which this server cannot read any more. Delete what it made, and use a new key.',
  );
}

function hash(value: unknown): string {
  return sha256(JSON.stringify(value) ?? '');
}

/** Files have no comparable fields: they are distinguished by their content. */
function describeBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = Object.entries(body).map(([field, value]) => {
    if (!(value instanceof File)) return [field, value];
    return [field, { name: value.name, type: value.type, sha256: contentOf(value)?.sha256 }];
  });
  return Object.fromEntries(fields);
}
