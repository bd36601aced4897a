import type { logTable } from '../../platform/database/platform-tables.ts';
import type { LogEntry } from './log-port.ts';

type Row = typeof logTable.$inferInsert;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const TEXT_MAX_CHARACTERS = 500;

/** The columns of an entry that a log is searched by, and the rest of it as its body. */
export function toLogRow(id: string, entry: LogEntry): Row {
  const { orgId, type, time, callId, assistantId, phoneNumberId, squadId, customerId } = entry;
  const { webhookType, resource, ...rest } = entry;
  return {
    id,
    orgId,
    type,
    createdAt: new Date(time),
    updatedAt: new Date(time),
    callId: uuid(callId),
    assistantId: uuid(assistantId),
    squadId: uuid(squadId),
    phoneNumberId: uuid(phoneNumberId),
    customerId: storable(customerId ?? null),
    webhookType: storable(webhookType ?? null),
    resource: storable(resource ?? null),
    body: bodyOf(rest),
  };
}

function bodyOf(entry: Partial<LogEntry>): Record<string, unknown> {
  const { error, message, level, body } = entry;
  const request = {
    requestDurationSeconds: entry.requestDurationSeconds,
    requestHttpMethod: entry.requestMethod,
    requestPath: entry.requestPath,
    requestQuery: entry.requestQuery,
    requestOrigin: entry.requestOrigin,
    requestIpAddress: entry.requestIpAddress,
    responseHttpCode: entry.requestHttpCode,
  };
  const all = { ...request, error, message, level, body };
  // Through JSON: what a caller put in `body` must be storable, whatever it is.
  return JSON.parse(
    JSON.stringify(all, (_key, value) => (typeof value === 'string' ? storable(value) : value)),
  );
}

/** An entry must never fail because of an invented id. */
function uuid(id: string | null | undefined): string | null {
  return id !== undefined && id !== null && UUID.test(id) ? id : null;
}

/** PostgreSQL takes no NUL and no lone surrogates. */
function storable<T extends string | null>(text: T): T {
  if (text === null) return text;
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, TEXT_MAX_CHARACTERS) as T;
}
