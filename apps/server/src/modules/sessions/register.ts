import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { sessionHandlers } from './handlers.ts';
import { createSessionStore } from './session-store.ts';

export function registerSessions({
  db,
  clock,
  jobs,
}: Pick<PlatformContext, 'db' | 'clock' | 'jobs'>): HandlersOf<'session'> {
  const now = () => clock.now();
  return sessionHandlers({ db, jobs, now, sessions: createSessionStore(db, now) });
}
