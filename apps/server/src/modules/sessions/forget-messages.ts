import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '@kindling/protocol';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { sessionTable as table } from '../../platform/database/platform-tables.ts';
import { nextUpdatedAt } from '../references/next-updated-at.ts';

export interface Forgotten {
  readonly sessionId: string;
  /** As one chat or call added them: together, in this order. */
  readonly messages: readonly ChatMessage[];
}

/**
 * Removes from a session what a deleted chat or call had added to it. Messages that were changed by
 * hand since are kept.
 */
export async function forgetMessages(
  tx: Database,
  orgId: string,
  { sessionId, messages }: Forgotten,
): Promise<void> {
  if (messages.length === 0) return;
  const where = and(eq(table.orgId, orgId), eq(table.id, sessionId));
  const [row] = await tx.select({ body: table.body }).from(table).where(where).for('update');
  const kept = row?.body.messages;
  if (row === undefined || !Array.isArray(kept)) return;
  const start = kept.findIndex((_, at) =>
    isDeepStrictEqual(kept.slice(at, at + messages.length), stored(messages)),
  );
  if (start < 0) return;
  // What was taken down of them goes with them.
  const { artifact: _, ...rest } = row.body;
  const body = { ...rest, messages: kept.toSpliced(start, messages.length) };
  await tx
    .update(table)
    .set({ body, updatedAt: nextUpdatedAt(table.updatedAt) })
    .where(where);
}

/** As the database gives them back: without fields that are undefined. */
function stored(messages: readonly ChatMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}
