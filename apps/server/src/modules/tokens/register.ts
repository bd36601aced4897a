import type { PlatformContext } from '../../platform/platform-context.ts';
import type { HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { tokenHandlers } from './handlers.ts';
import { createKeyStore } from './key-store.ts';
import type { OwnerKey } from './owner-key.ts';

export interface TokensContext extends Pick<PlatformContext, 'db'> {
  readonly ownerKey: Pick<OwnerKey, 'replaceRevoked'>;
}

export function registerTokens({ db, ownerKey }: TokensContext): HandlersOf<'token'> {
  return tokenHandlers(createKeyStore(db), ownerKey);
}
