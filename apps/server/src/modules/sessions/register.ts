import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { sessionHandlers } from './handlers.ts';
import { createSessionStore } from './session-store.ts';

export function registerSessions({
  db,
  clock,
  jobs,
}: Pick<PlatformContext, 'db' | 'clock' | 'jobs'>): HandlersOf<'session'> {
  return sessionHandlers({ db, jobs, sessions: createSessionStore(db, () => clock.now()) });
}
