import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { sha256 } from '../../platform/secrets/sha256.ts';
import { openBookingSecret } from './booking-secret.ts';
import { createManageTokens, isToken } from './manage-token.ts';

describe('the secret of manage links', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindling-secret-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, for this user alone, and found again', async () => {
    const first = await openBookingSecret(folder);
    expect(first).toHaveLength(32);
    expect(await openBookingSecret(folder)).toEqual(first);
    expect(readdirSync(folder)).toEqual(['booking-secret']);
    expect(statSync(join(folder, 'booking-secret')).mode & 0o777).toBe(0o600);
  });

  it('is not taken from a file that holds something else', async () => {
    writeFileSync(join(folder, 'booking-secret'), 'half a secr');
    await expect(openBookingSecret(folder)).rejects.toThrow(ConfigError);
  });

  it('gives every booking a token of its own that only its hash lets in', () => {
    const tokens = createManageTokens(Buffer.alloc(32, 1));
    const [one, other] = [tokens.tokenFor('one'), tokens.tokenFor('other')];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(tokens.tokenFor('one')).toBe(one);
    expect(createManageTokens(Buffer.alloc(32, 2)).tokenFor('one')).not.toBe(one);
    expect(isToken(one, sha256(one))).toBe(true);
    expect(isToken(other, sha256(one))).toBe(false);
    expect(isToken(one, '')).toBe(false);
  });
});
