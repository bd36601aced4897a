import type { HandlersOf } from '../../http/registrar/registrar.ts';
import type { CheckReferences } from './check-references.ts';
import type { SessionStore } from './session-store.ts';

export interface SessionHandlersOptions {
  readonly sessions: SessionStore;
  readonly checkReferences: CheckReferences;
}

/** Sessions: what chats and calls remember together. */
export function sessionHandlers({
  sessions,
  checkReferences,
}: SessionHandlersOptions): HandlersOf<'session'> {
  return {
    'session.create': async ({ token, body }) => {
      await checkReferences(token.orgId, body);
      return sessions.create(token.orgId, body);
    },
    'session.list': ({ token, query }) => sessions.page(token.orgId, query),
    'session.get': ({ token, id }) => sessions.get(token.orgId, id),
    'session.update': ({ token, id, body, ifMatch }) =>
      sessions.update(token.orgId, id, body, { ifMatch }),
    'session.delete': ({ token, id, ifMatch }) => sessions.remove(token.orgId, id, { ifMatch }),
  };
}
