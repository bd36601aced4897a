import type { Call, CallMetadata } from '@kindling/protocol';
import type { callTable } from '../storage/schema.ts';
import { costBreakdown } from './call-cost.ts';

type Row = typeof callTable.$inferSelect;

/** A call's row without what was said and who said it. */
export type MetadataRow = Omit<
  Row,
  'messages' | 'artifact' | 'assistant' | 'assistantOverrides' | 'squad' | 'workflow' | 'tokenId'
>;

/** A row as it is answered: the key that started the call stays here. */
export function toCall({ tokenId: _, ...row }: Row): Call {
  return { ...row, ...derived(row) };
}

export function toMetadata(row: MetadataRow): CallMetadata {
  return { ...row, ...derived(row) };
}

function derived(row: MetadataRow) {
  return {
    ...(row.status === 'ended' ? { costBreakdown: costBreakdown(row.cost) } : {}),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
