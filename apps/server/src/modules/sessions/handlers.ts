import type { Database } from '../../platform/database/database.ts';
import { missingField } from '../../platform/errors/bad-field.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { findMissing, referencesIn } from '../references/find-missing.ts';
import { SESSION_OUTPUTS } from './session-outputs-job.ts';
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
}

/** Sessions: what chats and calls remember together. */
export function sessionHandlers({
  sessions,
  db,
  jobs,
}: SessionHandlersOptions): HandlersOf<'session'> {
  return {
    'session.create': async ({ token, body }) => {
      const [missing] = await findMissing(db, token.orgId, referencesIn(body, REFERENCES));
      if (missing !== undefined)
        throw missingField(
          missing.path,
          `There is no ${missing.kind} with this id in your organisation.`,
        );
      return sessions.create(token.orgId, body);
    },
    'session.list': ({ token, query }) => sessions.page(token.orgId, query),
    'session.get': ({ token, id }) => sessions.get(token.orgId, id),
    async 'session.update'({ token: { orgId }, id, body, ifMatch }) {
      if (body.status !== 'completed') return sessions.update(orgId, id, body, { ifMatch });
      const completed = await db.transaction(async (tx) => {
        const session = await sessions.within(tx).update(orgId, id, body, { ifMatch });
        await jobs.add(tx, SESSION_OUTPUTS, { orgId, uniqueKey: id, payload: { sessionId: id } });
        return session;
      });
      jobs.wake();
      return completed;
    },
    'session.delete': ({ token, id, ifMatch }) => sessions.remove(token.orgId, id, { ifMatch }),
  };
}
