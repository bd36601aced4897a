import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import type { KeyStore } from './key-store.ts';
import type { OwnerKey } from './owner-key.ts';

/** Keys, managed by admins. */
export function tokenHandlers(
  keys: KeyStore,
  ownerKey: Pick<OwnerKey, 'replaceRevoked'>,
): HandlersOf<'token'> {
  return {
    'token.create': ({ token, body }) => keys.create(token.orgId, body),
    'token.list': ({ token, query }) => keys.list(token.orgId, query),
    'token.get': ({ token, id }) => keys.get(token.orgId, id),
    'token.update': ({ token, id, body, ifMatch }) => keys.update(token.orgId, id, body, ifMatch),
    'token.delete': async ({ token, id, ifMatch, log }) => {
      const revoked = await keys.revoke(token.orgId, id, ifMatch);
      // The key is revoked, whatever comes of the file; the next start looks after it again.
      const replaced = await ownerKey.replaceRevoked().catch((error: unknown) => {
        log.error({ err: error }, 'private-key file not replaced');
        return false;
      });
      if (replaced) log.warn('the key in the private-key file was revoked: a new one is there');
      return revoked;
    },
  };
}
