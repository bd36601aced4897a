import type { AssistantCreate, CallMessage } from '@kindling/protocol';
import type { callTable } from '../../../platform/database/schema.ts';
import { storedReport } from '../webhooks/stored-report.ts';
import type { OutputMaterial } from './output-questions.ts';

/** What is known of a call that is over. */
export function callMaterial(
  row: typeof callTable.$inferSelect,
  said: readonly CallMessage[],
  {
    systemPrompt,
    variableValues = {},
  }: { readonly systemPrompt: string } & Pick<AssistantCreate, 'variableValues'>,
): OutputMaterial {
  const { transcript, endReason } = storedReport(row, said);
  const { startedAt, endedAt } = row;
  return {
    transcript,
    messages: said,
    systemPrompt,
    endedReason: endReason,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    durationSeconds:
      startedAt === null || endedAt === null
        ? null
        : (endedAt.getTime() - startedAt.getTime()) / 1_000,
    variableValues,
  };
}
