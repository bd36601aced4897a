import { afterEach, describe, expect, it, vi } from 'vitest';
import { askTerms } from './ask-terms.ts';

const address = { assistantId: '4f0c2c0e-4b1f-4c7e-9a53-0d6c3f6f2a11', key: 'kd_pub_test' };
const terms = { assistantName: 'Ada', maxDurationSeconds: 600, recordsSound: false, notice: [] };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what the server says of the assistant', () => {
  it('is asked for with the key in a header, which no log keeps', async () => {
    const fetch = vi.fn(async (_: string, __: RequestInit) => Response.json(terms));
    vi.stubGlobal('fetch', fetch);
    expect(await askTerms(address)).toEqual(terms);
    expect(fetch.mock.calls[0]).toMatchObject([
      '/talk/terms',
      {
        method: 'POST',
        headers: { authorization: 'Bearer kd_pub_test' },
        body: JSON.stringify({ assistantId: address.assistantId }),
      },
    ]);
  });

  it.each([
    [401, 'unauthenticated', 'unknown-key'],
    [401, 'token_revoked', 'revoked-key'],
    [401, 'token_disabled', 'disabled-key'],
    [401, 'token_expired', 'expired-key'],
    [403, 'assistant_not_allowed', 'other-assistant'],
    [403, 'origin_not_allowed', 'other-origin'],
    [404, 'not_found', 'no-assistant'],
    [429, 'rate_limited', 'too-many'],
    [500, 'internal_error', 'no-answer'],
  ])('%s %s is %s', async (status, code, problem) => {
    vi.stubGlobal('fetch', async () => Response.json({ code }, { status }));
    expect(await askTerms(address)).toBe(problem);
  });

  it.each([
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page', async () => new Response('<h1>Hello</h1>')],
    ['something else', async () => Response.json({ ...terms, recordsSound: 'no' })],
  ])('%s is no answer', async (_, fetch) => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.stubGlobal('fetch', fetch);
    expect(await askTerms(address)).toBe('no-answer');
  });
});
