import { hkdfSync } from 'node:crypto';
import { CONNECTED_PROVIDERS, type ConnectedProvider } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Long enough to find one's password, short enough to be of no use to who finds the token. */
const VALID_SECONDS = 30 * 60;
const AUDIENCE = 'credential-session';

const claimsSchema = z.object({ orgId: z.uuid(), provider: z.enum(CONNECTED_PROVIDERS) });

export interface ConnectSession {
  readonly orgId: string;
  readonly provider: ConnectedProvider;
}

/**
 * Tokens that stand for “this organisation is connecting an account of this provider”. The service
 * that asks for consent gets one and sends it back, which is how its word is believed.
 */
export interface ConnectSessions {
  create(session: ConnectSession): Promise<string>;
  /** Null: not made here, changed, or too old. */
  read(token: string): Promise<ConnectSession | null>;
}

/** `secret`: the server's own; what signs these tokens is derived from it. */
export function createConnectSessions(secret: Buffer, clock: Clock): ConnectSessions {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kindling credential sessions', 32));
  return {
    create({ orgId, provider }) {
      const now = Math.floor(clock.now() / 1_000);
      return new SignJWT({ orgId, provider })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + VALID_SECONDS)
        .sign(key);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp'],
        });
        return claimsSchema.parse(payload);
      } catch {
        return null;
      }
    },
  };
}
