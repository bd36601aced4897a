import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { supportHandlers } from './handlers.ts';

export function registerSupport({
  db,
  mail,
  clock,
}: Pick<PlatformContext, 'db' | 'mail' | 'clock'>): HandlersOf<'support'> {
  return supportHandlers({ db, mail, clock });
}
