import { expect, it } from 'vitest';
import { sha256 } from '../../platform/secrets/sha256.ts';
import { createManageTokens, isToken } from './manage-token.ts';

it('gives every booking a token of its own that is checked by its hash alone', () => {
  const tokens = createManageTokens(Buffer.alloc(32, 1));
  const [one, other] = [tokens.tokenFor('one'), tokens.tokenFor('other')];
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(tokens.tokenFor('one')).toBe(one);
  expect(createManageTokens(Buffer.alloc(32, 2)).tokenFor('one')).not.toBe(one);
  expect(isToken(one, sha256(one))).toBe(true);
  expect(isToken(other, sha256(one))).toBe(false);
  expect(isToken(one, '')).toBe(false);
});
