import type { HandlersOf } from '../registrar.ts';
import type { KeyStore } from './key-store.ts';

/** Keys, managed by admins. */
export function tokenHandlers(keys: KeyStore): HandlersOf<'token'> {
  return {
    'token.create': ({ token, body }) => keys.create(token.orgId, body),
    'token.list': ({ token, query }) => keys.list(token.orgId, query),
    'token.get': ({ token, id }) => keys.get(token.orgId, id),
    'token.update': ({ token, id, body, ifMatch }) => keys.update(token.orgId, id, body, ifMatch),
    'token.delete': ({ token, id, ifMatch }) => keys.revoke(token.orgId, id, ifMatch),
  };
}
