import type { ConversationReport } from '@kindling/conversation';
import type { CallMessage } from '@kindling/protocol';
import type { callTable } from '../../storage/schema.ts';

/** How a call that is over went, by what is stored of it. */
export function storedReport(
  row: typeof callTable.$inferSelect,
  lines: readonly CallMessage[],
): ConversationReport {
  const { startedAt, endedAt } = row;
  const said = lines.filter(({ role }) => role === 'user' || role === 'bot');
  return {
    endReason: row.endedReason ?? 'pipeline-error',
    ...{ messages: lines, turnTimings: [] },
    startedAt: startedAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? row.updatedAt.getTime(),
    transcript: said
      .map(({ role, message }) => `${role === 'user' ? 'User' : 'AI'}: ${message}`)
      .join('\n'),
  };
}
