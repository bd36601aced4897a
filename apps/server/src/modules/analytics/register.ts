import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { analyticsHandlers } from './handlers.ts';

export function registerAnalytics({ db }: Pick<PlatformContext, 'db'>): HandlersOf<'analytics'> {
  return analyticsHandlers(db);
}
