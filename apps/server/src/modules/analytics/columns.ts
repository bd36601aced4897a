import type { AnalyticsColumn, AnalyticsGroup } from '@kindling/protocol';
import { type SQL, sql } from 'drizzle-orm';
import { callTable } from '../../platform/database/schema.ts';

/** Of calls that were joined, seconds. */
const duration = sql`extract(epoch from ${callTable.endedAt} - ${callTable.startedAt})::float8`;
/** The engines on this machine are not charged for. */
const unpriced = sql`case when ${callTable.status} = 'ended' then 0::float8 end`;
/** Of what was had of providers elsewhere; null: the price of one is not known. */
const costOf = (type: 'transcriber' | 'voice') => sql`case when ${callTable.status} = 'ended' then (
  select case when count(*) = count(one ->> 'cost') then coalesce(sum((one ->> 'cost')::float8), 0) end
  from jsonb_array_elements(coalesce(${callTable.costs}, '[]'::jsonb)) one
  where one ->> 'type' = ${sql.raw(`'${type}'`)}
) end`;
const stt = costOf('transcriber');
const tts = costOf('voice');
/** How much providers elsewhere counted; null: there was none. */
const amountOf = (field: 'characters' | 'promptTokens' | 'completionTokens') => sql`(
  select sum((one ->> ${sql.raw(`'${field}'`)})::float8)
  from jsonb_array_elements(coalesce(${callTable.costs}, '[]'::jsonb)) one
)`;

/** What can be counted and summed, of one call. `concurrency` is of all calls together. */
export const VALUES: Readonly<Record<Exclude<AnalyticsColumn, 'concurrency'>, SQL>> = {
  id: sql`${callTable.id}`,
  cost: sql`${callTable.cost}`,
  'costBreakdown.llm': sql`(${callTable.cost} - coalesce(${stt}, 0) - coalesce(${tts}, 0))`,
  'costBreakdown.stt': stt,
  'costBreakdown.tts': tts,
  'costBreakdown.vapi': unpriced,
  'costBreakdown.ttsCharacters': amountOf('characters'),
  'costBreakdown.llmPromptTokens': amountOf('promptTokens'),
  'costBreakdown.llmCompletionTokens': amountOf('completionTokens'),
  duration,
  minutesUsed: sql`(${duration} / 60)`,
};

export const GROUPS: Readonly<Record<AnalyticsGroup, SQL>> = {
  type: sql`${callTable.type}`,
  assistantId: sql`${callTable.assistantId}::text`,
  endedReason: sql`${callTable.endedReason}`,
  'analysis.successEvaluation': sql`${callTable.analysis} ->> 'successEvaluation'`,
  status: sql`${callTable.status}`,
};
