import { type TokenConfig, tokenConfigSchema } from '@kindling/protocol/room';
import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Who made the token is in it, so that it opens rooms of that org alone. */
const claimsSchema = z.object({ org: z.string(), kindling: tokenConfigSchema });

export interface MeetingTokens {
  create(orgId: string, config: TokenConfig): Promise<string>;
  /** @throws `not_allowed` for what this server did not sign, or not for a room of this org */
  read(
    token: string,
    room: { readonly orgId: string; readonly name: string },
  ): Promise<TokenConfig>;
}

/** Signed and not stored: who has the secret can make and read them, and nothing can revoke one. */
export function createMeetingTokens(secret: Buffer): MeetingTokens {
  const key = secret.toString('hex');
  return {
    create: (orgId, config) => sign({ org: orgId, kindling: { ...config } }, key, 'HS256'),
    async read(token, room) {
      const parsed = claimsSchema.safeParse(await verified(token, key));
      if (!parsed.success) {
        throw new ApiError('not_allowed', 'token: this server did not make this meeting token.');
      }
      const { org, kindling } = parsed.data;
      const elsewhere = kindling.room_name !== undefined && kindling.room_name !== room.name;
      if (org !== room.orgId || elsewhere)
        throw new ApiError('not_allowed', 'token: this meeting token is for another room.');
      return kindling;
    },
  };
}

/** Times are read with the server's clock, and each has an error of its own: see `admission.ts`. */
async function verified(token: string, key: string): Promise<unknown> {
  try {
    return await verify(token, key, { alg: 'HS256', exp: false, nbf: false, iat: false });
  } catch {
    return null;
  }
}
