import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import type { Database } from './database.ts';
import { createDatabaseHealth } from './database-health.ts';

/** A database whose answers the test gives. */
function createKit() {
  const clock = createManualClock();
  const asked: PromiseWithResolvers<void>[] = [];
  const execute = async () => {
    const answer = Promise.withResolvers<void>();
    asked.push(answer);
    await answer.promise;
  };
  const health = createDatabaseHealth({ execute } as unknown as Pick<Database, 'execute'>, clock);
  return { clock, asked, health };
}

describe('the health of a database', () => {
  it('is asked for once a second, however many want to know', async () => {
    const { clock, asked, health } = createKit();
    const first = [health.isUp(), health.isUp()];
    asked[0]?.resolve();
    expect(await Promise.all(first)).toEqual([true, true]);
    clock.advance(999);
    expect(await health.isUp()).toBe(true);
    expect(asked).toHaveLength(1);
    clock.advance(1);
    const next = health.isUp();
    expect(asked).toHaveLength(2);
    asked[1]?.reject(new Error('away'));
    expect(await next).toBe(false);
    clock.advance(1_000);
    const later = health.isUp();
    asked[2]?.resolve();
    expect(await later).toBe(true);
  });

  it('is bad while it says nothing, and is not asked again meanwhile: paused', async () => {
    const { clock, asked, health } = createKit();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const isUp = health.isUp();
      clock.advance(1_000);
      expect(await isUp).toBe(false);
    }
    expect(asked).toHaveLength(1);
    asked[0]?.resolve();
    await Promise.resolve();
    const after = health.isUp();
    expect(await after).toBe(true);
  });
});
