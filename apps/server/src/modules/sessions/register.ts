import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { sessionHandlers } from './handlers.ts';
import { createSessionStore } from './session-store.ts';

export function registerSessions({
  db,
  clock,
}: Pick<PlatformContext, 'db' | 'clock'>): HandlersOf<'session'> {
  return sessionHandlers({ db, sessions: createSessionStore(db, () => clock.now()) });
}
