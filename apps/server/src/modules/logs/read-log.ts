import type { CallLog, Log } from '@kindling/protocol';
import { z } from 'zod';
import type { logTable } from '../../platform/database/platform-tables.ts';

export type LogRow = typeof logTable.$inferSelect;

/** What `toLogRow` puts beside the columns. */
const bodySchema = z.looseObject({
  requestDurationSeconds: z.number().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  level: z.enum(['INFO', 'LOG', 'WARN', 'ERROR', 'CHECKPOINT']).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
});

export function readLog(row: LogRow): Log {
  const { error, body: details, ...request } = bodySchema.parse(row.body);
  const finished = row.createdAt.getTime();
  const seconds = request.requestDurationSeconds;
  return {
    // What a reporter added never hides what the server knows.
    ...details,
    ...request,
    orgId: row.orgId,
    type: row.type,
    time: row.createdAt.toISOString(),
    ...(seconds !== undefined && {
      requestStartedAt: new Date(finished - seconds * 1_000).toISOString(),
      requestFinishedAt: row.createdAt.toISOString(),
    }),
    ...(error !== undefined && { error: { message: error } }),
    ...given({
      webhookType: row.webhookType,
      resource: row.resource,
      callId: row.callId,
      assistantId: row.assistantId,
      phoneNumberId: row.phoneNumberId,
      squadId: row.squadId,
      customerId: row.customerId,
    }),
  };
}

/** One line of the log of the call that `row` is about. */
export function readCallLog(row: LogRow): CallLog {
  const { error, message, level } = bodySchema.parse(row.body);
  const what = message ?? [row.type, row.webhookType ?? row.resource].filter(Boolean).join(' ');
  return {
    callId: row.callId ?? '',
    orgId: row.orgId,
    log: error === undefined ? what : `${what}: ${error}`,
    level: level ?? (error === undefined ? 'INFO' : 'ERROR'),
    time: row.createdAt.toISOString(),
  };
}

function given(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== null),
  );
}
