import { noticeAcceptanceSchema } from '@kindling/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  acceptNotice,
  noticeVersion,
  rememberAcceptance,
  rememberedAcceptance,
} from './accept-notice.ts';
import { noticeLines } from './notice-strings.ts';

const terms = {
  assistantName: 'Ember',
  maxDurationSeconds: 300,
  notice: ['The sound is not kept.'],
};
const LINES = noticeLines(terms);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the version of a notice', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('is the FNV-1a hash of its text: %j', (text, version) => {
    expect(noticeVersion([text])).toBe(version);
  });

  it('is another with every word, and with every line', () => {
    const others = [
      noticeLines({ ...terms, assistantName: 'Ada' }),
      noticeLines({ ...terms, maxDurationSeconds: 301 }),
      noticeLines({ ...terms, notice: ['The call is recorded.'] }),
      noticeLines({ ...terms, notice: [] }),
      [LINES.join(' ')],
    ];
    const versions = [LINES, ...others].map((lines) => noticeVersion(lines));
    expect(new Set(versions).size).toBe(versions.length);
    expect(noticeVersion([...LINES])).toBe(versions[0]);
  });

  // A change of the words shows here that it is another notice, and what distinguishes the records.
  it('of the words as they are', () => {
    expect(noticeVersion(LINES)).toBe('a25b102c094b90eb');
  });
});

it('is accepted now, in terms that the server takes', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 9) });
  const accepted = noticeAcceptanceSchema.parse(acceptNotice(LINES));
  expect(accepted).toEqual({
    acceptedAt: '2026-03-01T09:00:00.000Z',
    version: noticeVersion(LINES),
    language: 'en',
  });
});

describe('in the same tab', () => {
  function storeIn(kept: Record<string, string> = {}) {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        kept[key] = value;
      },
    });
  }

  it('keeps the time of the press', () => {
    storeIn();
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 9) });
    expect(rememberedAcceptance(LINES)).toBeNull();
    rememberAcceptance(acceptNotice(LINES));
    vi.setSystemTime(Date.UTC(2026, 2, 1, 10));
    expect(rememberedAcceptance(LINES)?.acceptedAt).toBe('2026-03-01T09:00:00.000Z');
  });

  it('is asked for again when the notice says something else', () => {
    storeIn();
    rememberAcceptance(acceptNotice(LINES));
    const recorded = noticeLines({ ...terms, notice: ['The call is recorded.'] });
    expect(rememberedAcceptance(recorded)).toBeNull();
    expect(rememberedAcceptance(null)?.version).toBe(noticeVersion(LINES));
  });

  it.each(['accepted', '', 'null', '{}', '[]'])('is asked for again where %j is kept', (kept) => {
    storeIn({ 'kindling.call-notice': kept });
    expect(rememberedAcceptance(LINES)).toBeNull();
  });

  it('is asked for each time where nothing may be kept', () => {
    vi.stubGlobal('sessionStorage', undefined);
    rememberAcceptance(acceptNotice(LINES));
    expect(rememberedAcceptance(LINES)).toBeNull();
  });
});
