import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { RetentionStore } from './retention-store.ts';

/** How long an org keeps things; a job carries it out. */
export function retentionHandlers(store: RetentionStore): HandlersOf<'retention'> {
  return {
    'retention.get': ({ token }) => store.get(token.orgId),
    'retention.update': ({ token, body, ifMatch }) => store.update(token.orgId, body, ifMatch),
  };
}
