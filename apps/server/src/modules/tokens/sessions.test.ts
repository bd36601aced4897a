import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { createSessions, isSession } from './sessions.ts';
import type { Token } from './token-store.ts';

const secret = Buffer.alloc(32, 1);
const token: Token = {
  id: 'the-token',
  orgId: 'the-org',
  kind: 'private',
  name: 'x',
  plain: null,
  hint: 'abcd',
  enabled: true,
  allowedOrigins: [],
  allowedAssistantIds: null,
  allowTransientAssistant: false,
  allowedModelProviders: [],
  dailyMinutes: null,
  dailyModelRequests: null,
  role: 'editor',
  userId: null,
  expiresAt: null,
  revokedAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

describe('sessions', () => {
  const clock = createManualClock();
  let stored: Token | null = token;
  const sessions = createSessions({ secret, clock, tokens: { find: async () => stored } });
  const jwt = (alg = 'HS256') =>
    new SignJWT({})
      .setIssuer('kindling')
      .setSubject(token.id)
      .setAudience(token.orgId)
      .setExpirationTime(new Date(clock.now() + 1_000))
      .setProtectedHeader({ alg });

  beforeEach(() => {
    stored = token;
  });

  it('gives the key behind it, as it is now', async () => {
    const { accessToken, expiresAt } = await sessions.create(token);
    expect(isSession(accessToken)).toBe(true);
    expect(expiresAt.getTime()).toBe(clock.now() + 3_600_000);
    stored = { ...token, role: 'viewer' };
    expect(await sessions.read(accessToken)).toEqual({ ...stored, isSession: true });
  });

  it('ends after an hour', async () => {
    const { accessToken } = await sessions.create(token);
    clock.advance(3_599_000);
    expect(await sessions.read(accessToken)).toMatchObject({ id: token.id });
    clock.advance(2_000);
    expect(await sessions.read(accessToken)).toBe('expired');
  });

  it('is nothing when its key is gone, or belongs to another organisation', async () => {
    const { accessToken } = await sessions.create(token);
    stored = { ...token, orgId: 'another' };
    expect(await sessions.read(accessToken)).toBeNull();
    stored = null;
    expect(await sessions.read(accessToken)).toBeNull();
  });

  it('was made by this server, and signed', async () => {
    expect(await sessions.read(await jwt().sign(secret))).toMatchObject({ id: token.id });
    const forged = [
      await jwt().sign(Buffer.alloc(32, 2)),
      await jwt().setIssuer('another').sign(secret),
      await jwt('HS512').sign(Buffer.concat([secret, secret])),
      new UnsecuredJWT({})
        .setIssuer('kindling')
        .setSubject(token.id)
        .setAudience(token.orgId)
        .setExpirationTime('1h')
        .encode(),
      'a.b.c',
    ];
    for (const session of forged) expect(await sessions.read(session)).toBeNull();
  });
});
