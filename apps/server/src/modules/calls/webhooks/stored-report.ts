import type { ConversationReport } from '@kindling/conversation';
import type { CallMessage } from '@kindling/protocol';
import type { callTable } from '../../../platform/database/schema.ts';
import { transcriptOf } from '../store/transcript-of.ts';

/** How a call that is over went, by what is stored of it. */
export function storedReport(
  row: typeof callTable.$inferSelect,
  lines: readonly CallMessage[],
): ConversationReport {
  const { startedAt, endedAt } = row;
  return {
    endReason: row.endedReason ?? 'pipeline-error',
    messages: lines,
    turnTimings: [],
    startedAt: startedAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? row.updatedAt.getTime(),
    transcript: transcriptOf(lines),
  };
}
