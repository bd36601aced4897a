import type { Clock } from '@kindling/protocol/clock';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Token, TokenStore } from './token-store.ts';

const LASTS = 60 * 60_000;
const ISSUER = 'kindling';
const ALGORITHM = 'HS256';

/**
 * Bearer tokens of an hour, made with a key and worth what that key is worth now: when it is
 * revoked, disabled, expired or given another role, so are they. Signed and not stored.
 */
export interface Sessions {
  create(token: Token): Promise<{ readonly accessToken: string; readonly expiresAt: Date }>;
  /** The key behind a session. Null: this server did not make it; `expired`: its hour is over. */
  read(session: string): Promise<Token | 'expired' | null>;
}

export interface SessionsOptions {
  readonly secret: Uint8Array;
  readonly clock: Pick<Clock, 'now'>;
  readonly tokens: Pick<TokenStore, 'find'>;
}

/** Keys are one word of base64url; a session is three with dots between. */
export function isSession(bearer: string): boolean {
  return bearer.split('.').length === 3;
}

export function createSessions({ secret, clock, tokens }: SessionsOptions): Sessions {
  return {
    async create(token) {
      const now = Math.floor(clock.now());
      const expiresAt = new Date(now + LASTS);
      const accessToken = await new SignJWT({ role: token.role })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(token.id)
        .setAudience(token.orgId)
        .setIssuedAt(new Date(now))
        .setExpirationTime(expiresAt)
        .sign(secret);
      return { accessToken, expiresAt };
    },
    async read(session) {
      try {
        const { payload } = await jwtVerify(session, secret, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          requiredClaims: ['sub', 'aud', 'exp'],
          currentDate: new Date(clock.now()),
        });
        const token = await tokens.find(payload.sub ?? '');
        if (token === null || token.orgId !== payload.aud) return null;
        return { ...token, isSession: true };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'expired';
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
