import type { CallStore } from '../../calls/call-store.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Handlers } from '../registrar.ts';

/** Reading calls: their lives are in `calls/`. */
export function callHandlers(store: CallStore): Pick<Handlers, 'call.list' | 'call.get'> {
  return {
    'call.list': ({ token, query }) => store.list(token.orgId, query),
    'call.get': async ({ token, id }) => {
      const call = await store.find(token.orgId, id);
      if (call !== null) return call;
      throw new ApiError('not_found', 'There is no call with this id in your organisation.');
    },
  };
}
