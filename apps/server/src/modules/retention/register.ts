import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { retentionHandlers } from './handlers.ts';
import type { RetentionStore } from './retention-store.ts';

export interface RetentionContext {
  readonly retention: RetentionStore;
}

export function registerRetention({ retention }: RetentionContext): HandlersOf<'retention'> {
  return retentionHandlers(retention);
}
