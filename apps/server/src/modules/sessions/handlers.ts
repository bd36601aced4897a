import type { Session } from '@kindling/protocol';
import type { Database } from '../../platform/database/database.ts';
import { missingField } from '../../platform/errors/bad-field.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { findMissing, referencesIn } from '../references/find-missing.ts';
import { expiryOf, lookAtExpiry, SESSION_OUTPUTS } from './session-outputs-job.ts';
import type { SessionStore } from './session-store.ts';

const REFERENCES = {
  assistantId: 'assistant',
  squadId: 'squad',
  workflowId: 'workflow',
  phoneNumberId: 'phone number',
} as const;

export interface SessionHandlersOptions {
  readonly sessions: SessionStore;
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'add' | 'wake'>;
  readonly now: () => number;
}

/** Sessions: what chats and calls remember together. */
export function sessionHandlers({
  sessions,
  db,
  jobs,
  now,
}: SessionHandlersOptions): HandlersOf<'session'> {
  /** Has what is to be taken down of it taken down: now where it is completed, else when its time is over. */
  const look = (tx: Database, session: Session): Promise<void> => {
    const { id, orgId, status } = session;
    if (status === 'completed')
      return jobs.add(tx, SESSION_OUTPUTS, { orgId, uniqueKey: id, payload: { sessionId: id } });
    return lookAtExpiry(jobs, tx, { id, orgId, dueAt: expiryOf(session, now()) });
  };
  return {
    'session.create': async ({ token, body }) => {
      const [missing] = await findMissing(db, token.orgId, referencesIn(body, REFERENCES));
      if (missing !== undefined)
        throw missingField(
          missing.path,
          `There is no ${missing.kind} with this id in your organisation.`,
        );
      const session = await db.transaction(async (tx) => {
        const created = await sessions.within(tx).create(token.orgId, body);
        await look(tx, created);
        return created;
      });
      jobs.wake();
      return session;
    },
    'session.list': ({ token, query }) => sessions.page(token.orgId, query),
    'session.get': ({ token, id }) => sessions.get(token.orgId, id),
    async 'session.update'({ token: { orgId }, id, body, ifMatch }) {
      const { status, expirationSeconds } = body;
      const session = await db.transaction(async (tx) => {
        const changed = await sessions.within(tx).update(orgId, id, body, { ifMatch });
        const isSet = (status ?? expirationSeconds) !== undefined;
        if (isSet && (changed.status === 'active' || status === 'completed'))
          await look(tx, changed);
        return changed;
      });
      jobs.wake();
      return session;
    },
    'session.delete': ({ token, id, ifMatch }) => sessions.remove(token.orgId, id, { ifMatch }),
  };
}
