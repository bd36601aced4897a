import type { Call, CallMessage, CallMetadata } from '@kindling/protocol';
import type { Database } from '../../../platform/database/database.ts';
import type { callTable } from '../../../platform/database/schema.ts';
import { costBreakdown } from '../../usage/cost-meter.ts';
import { readLines } from './call-lines.ts';

type Row = typeof callTable.$inferSelect;

/** Where it is held while it goes on: nobody's matter but the nodes'. */
type Held = 'nodeId' | 'epoch' | 'roomName' | 'hasSlot' | 'visitorHash';

/** A call's row without what was said and who said it. */
export type MetadataRow = Omit<
  Row,
  'artifact' | 'assistant' | 'assistantOverrides' | 'squad' | 'workflow' | 'tokenId' | Held
>;

/** A row and its lines as an API response; the key that started the call is left out. */
export function toCall(stored: Row, messages: readonly CallMessage[]): Call {
  const { tokenId: _token, visitorHash: _visitor, ...call } = stored;
  const { nodeId: _node, epoch: _epoch, roomName: _room, hasSlot: _slot, ...row } = call;
  return { ...row, messages: [...messages], ...derived(row) };
}

/** Rows as they are answered, with what was said in each. */
export async function readCalls(db: Database, rows: readonly Row[]): Promise<Call[]> {
  const lines = await readLines(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCall(row, lines.get(row.id) ?? []));
}

export function toMetadata(row: MetadataRow): CallMetadata {
  return { ...row, ...derived(row) };
}

function derived(row: MetadataRow) {
  return {
    costs: row.costs ?? [],
    ...(row.status === 'ended' ? { costBreakdown: costBreakdown(row.cost, row.costs ?? []) } : {}),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
