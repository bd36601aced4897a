import type { Session } from '@kindling/protocol';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { JobKind, Jobs } from '../../platform/jobs/jobs.ts';

const payload = z.object({
  sessionId: z.uuid(),
  /** For when its time is over; else it was completed. */
  atExpiry: z.boolean().default(false),
});
export type SessionOutputsPayload = z.output<typeof payload>;

/** Takes down of a session that is over what its assistants name; carried out with the calls. */
export const SESSION_OUTPUTS = {
  name: 'session.outputs',
  payload,
  attempts: 3,
  timeout: 25 * 60_000,
} satisfies JobKind<typeof payload>;

/** Has a session looked at when its time is over. One job waits for each, which finds out itself how long there is. */
export function lookAtExpiry(
  jobs: Pick<Jobs, 'add'>,
  tx: Database,
  { id, orgId, dueAt }: Pick<Session, 'id' | 'orgId'> & { readonly dueAt: Date },
): Promise<void> {
  return jobs.add(tx, SESSION_OUTPUTS, {
    orgId,
    dueAt,
    uniqueKey: `${id} expiry`,
    payload: { sessionId: id, atExpiry: true },
  });
}

/** Of one that begins now, or is given its time anew. */
export const expiryOf = ({ expirationSeconds }: Session, now: number) =>
  new Date(now + expirationSeconds * 1_000);
