import type { Access, Role } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext } from '../../platform/requests/app-env.ts';
import { checkOrigin, type OriginRules } from './check-origin.ts';
import { includesRole, neededRole } from './role.ts';
import { isSession, type Sessions } from './sessions.ts';
import type { Token, TokenStore } from './token-store.ts';

export interface AuthenticateOptions extends OriginRules {
  readonly tokens: Pick<TokenStore, 'findByKey'>;
  readonly sessions: Pick<Sessions, 'read'>;
}

export interface Authenticate {
  (c: AppContext, access: Exclude<Access, 'anyone'>): Promise<Token>;
  /** Null where nobody needs to be known. */
  (c: AppContext, access: Access): Promise<Token | null>;
}

/** Finds the token of a request and checks that it may call an operation of this `access`. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  return (async (c: AppContext, access: Access) => {
    if (access === 'anyone') return null;
    const token = await findToken(readBearer(c), options);
    c.set('token', token);
    checkValidity(token);
    if (token.kind === 'private') {
      checkRole(token, neededRole(access));
      return token;
    }
    checkPublic(access);
    checkOrigin(c, token, options);
    return token;
  }) as Authenticate;
}

async function findToken(
  bearer: string,
  { tokens, sessions }: Pick<AuthenticateOptions, 'tokens' | 'sessions'>,
): Promise<Token> {
  const found = isSession(bearer) ? await sessions.read(bearer) : await tokens.findByKey(bearer);
  if (found === 'expired')
    throw unauthenticated('This session has expired: ask for a new one.', 'token_expired');
  if (found !== null) return found;
  throw unauthenticated('This key is not known here. Check that it is whole.');
}

function checkPublic(access: Access): void {
  if (access === 'public') return;
  throw new ApiError(
    'forbidden',
    'A public key can only start web calls and web chats. Use a private key.',
  );
}

function checkRole(token: Token, needed: Role): void {
  if (includesRole(token.role, needed)) return;
  throw new ApiError('forbidden', `This needs the role ${needed}; this key has ${token.role}.`);
}

function readBearer(c: AppContext): string {
  const header = c.req.header('authorization');
  if (header === undefined) {
    throw unauthenticated('Send a key in the header Authorization: Bearer <key>.');
  }
  const key = /^Bearer +(\S{1,1000}) *$/i.exec(header)?.[1];
  if (key === undefined) throw unauthenticated('The header must read Authorization: Bearer <key>.');
  return key;
}

function checkValidity(token: Token): void {
  if (token.revokedAt !== null) throw unauthenticated('This key was revoked.', 'token_revoked');
  if (!token.enabled) throw unauthenticated('This key is switched off.', 'token_disabled');
  if (token.expiresAt !== null && token.expiresAt.getTime() <= Date.now()) {
    throw unauthenticated('This key has expired.', 'token_expired');
  }
}

function unauthenticated(
  message: string,
  code:
    | 'unauthenticated'
    | 'token_revoked'
    | 'token_disabled'
    | 'token_expired' = 'unauthenticated',
): ApiError {
  return new ApiError(code, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
