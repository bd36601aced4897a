import type { ApiToken } from '@kindling/protocol';
import { KEY_PREFIX } from './key.ts';
import type { Token } from './token-store.ts';

/** A key as the API shows it: a private one with its last characters alone. */
export function readKeyRow(row: Token): ApiToken {
  const { id, orgId, kind, name, userId, expiresAt, enabled } = row;
  return {
    id,
    orgId,
    tag: kind,
    name,
    userId,
    value: row.plain ?? `${KEY_PREFIX[kind]}****${row.hint ?? ''}`,
    ...(kind === 'private' ? { role: row.role } : {}),
    restrictions: {
      enabled,
      allowedOrigins: row.allowedOrigins,
      ...(row.allowedAssistantIds === null ? {} : { allowedAssistantIds: row.allowedAssistantIds }),
      allowTransientAssistant: row.allowTransientAssistant,
      allowedModelProviders: row.allowedModelProviders,
      ...(row.dailyMinutes === null ? {} : { dailyMinutes: row.dailyMinutes }),
      ...(row.dailyModelRequests === null ? {} : { dailyModelRequests: row.dailyModelRequests }),
    },
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
