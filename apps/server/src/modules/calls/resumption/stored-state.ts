import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { callResumptionTable } from '../../../platform/database/call-resumption-table.ts';
import type { Database } from '../../../platform/database/database.ts';
import { callTable } from '../../../platform/database/schema.ts';
import { storableJson } from '../../chats/storable-text.ts';
import { type ResumptionState, resumptionStateSchema } from './resumption-state.ts';

/** A call that had a visitor in it when its server died. */
export interface Resumable {
  readonly callId: string;
  readonly orgId: string;
  readonly tokenId: string | null;
  readonly roomName: string;
  readonly state: ResumptionState;
}

/** Keeps the state of a call that goes on, `held` by who writes; answers whether it is. */
export async function keepState(db: Database, held: SQL, state: ResumptionState): Promise<boolean> {
  const answer = await db.execute(sql`
    with held as (select id from ${callTable} where ${held} for share), kept as (
      insert into ${callResumptionTable} (call_id, state)
      select id, ${storableJson(state)}::jsonb from held
      on conflict (call_id) do update set state = excluded.state)
    select id from held`);
  const { rows } = answer as unknown as { readonly rows: readonly unknown[] };
  return rows.length > 0;
}

export async function forgetState(tx: Database, callId: string): Promise<void> {
  await tx.delete(callResumptionTable).where(eq(callResumptionTable.callId, callId));
}

/** The calls that can be resumed: a visitor was in them, and their state can be read. */
export async function findResumable(
  db: Database,
  callIds: readonly string[],
): Promise<Resumable[]> {
  const rows = await db
    .select({
      callId: callTable.id,
      orgId: callTable.orgId,
      tokenId: callTable.tokenId,
      roomName: callTable.roomName,
      state: callResumptionTable.state,
    })
    .from(callResumptionTable)
    .innerJoin(callTable, eq(callTable.id, callResumptionTable.callId))
    .where(inArray(callTable.id, [...callIds]));
  return rows.flatMap(({ roomName, state: stored, ...row }) => {
    const state = resumptionStateSchema.safeParse(stored);
    return roomName === null || !state.success ? [] : [{ ...row, roomName, state: state.data }];
  });
}
