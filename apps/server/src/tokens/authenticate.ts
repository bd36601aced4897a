import type { Access } from '@kindling/protocol';
import { ApiError } from '../http/api-error.ts';
import type { AppContext } from '../http/app-env.ts';
import { checkOrigin } from './check-origin.ts';
import type { Token, TokenStore } from './token-store.ts';

export interface AuthenticateOptions {
  readonly tokens: TokenStore;
  readonly requireOrigin: boolean;
}

export type Authenticate = (c: AppContext, access: readonly Access[]) => Promise<Token>;

/** Finds the token of a request and checks that it may call an operation of this `access`. */
export function createAuthenticate({ tokens, requireOrigin }: AuthenticateOptions): Authenticate {
  return async (c, access) => {
    const token = await tokens.findByKey(readKey(c));
    if (token === null)
      throw unauthenticated('This key is not known here. Check that it is whole.');
    checkValidity(token);
    if (!access.includes(token.kind)) {
      throw new ApiError('forbidden', 'A public key can only start web calls. Use a private key.');
    }
    if (token.kind === 'public') checkOrigin(c, token, requireOrigin);
    return token;
  };
}

function readKey(c: AppContext): string {
  const header = c.req.header('authorization');
  if (header === undefined) {
    throw unauthenticated('Send a key in the header Authorization: Bearer <key>.');
  }
  const key = /^Bearer +(\S{1,200}) *$/i.exec(header)?.[1];
  if (key === undefined) throw unauthenticated('The header must read Authorization: Bearer <key>.');
  return key;
}

function checkValidity(token: Token): void {
  if (token.revokedAt !== null) throw unauthenticated('This key was revoked.', 'token_revoked');
  if (token.expiresAt !== null && token.expiresAt.getTime() <= Date.now()) {
    throw unauthenticated('This key has expired.', 'token_expired');
  }
}

function unauthenticated(
  message: string,
  code: 'unauthenticated' | 'token_revoked' | 'token_expired' = 'unauthenticated',
): ApiError {
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
