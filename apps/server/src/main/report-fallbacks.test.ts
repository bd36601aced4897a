import { expect, it, vi } from 'vitest';
import { reportFallbacks } from './report-fallbacks.ts';

it('says once a minute that a voice is busy, and how often it was', () => {
  let now = 0;
  const warn = vi.fn();
  const voiceFellBack = vi.fn();
  const report = reportFallbacks({
    log: { warn },
    metrics: { voiceFellBack },
    clock: { now: () => now },
  });
  for (let sentence = 0; sentence < 5; sentence += 1) report({ voice: 'joe', reason: 'busy' });
  report({ voice: 'joe', reason: 'failed', error: new Error('gone') });
  now = 61_000;
  report({ voice: 'joe', reason: 'busy' });
  expect(warn.mock.calls.map(([fields]) => [fields.reason, fields.sentencesSinceLastLine])).toEqual(
    [
      ['busy', 1],
      ['failed', 1],
      ['busy', 5],
    ],
  );
  expect(voiceFellBack).toHaveBeenCalledTimes(7);
  expect(warn.mock.calls[1]?.[0].err.message).toBe('gone');
});
