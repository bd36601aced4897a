import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callKindling } from '../support/calls/caller.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { family, processFigures } from '../support/server/process-figures.ts';
import { storedCalls } from '../support/server/stored-calls.ts';

describe.skipIf(process.platform !== 'linux')('call after call', () => {
  let kindling: RunningKindling;
  beforeAll(async () => {
    kindling = await startKindling();
  });
  afterAll(async () => {
    await kindling?.stop();
  });

  it('leave no descriptor, no thread and no growing memory behind', async () => {
    const server = family(kindling.pid).at(-1) ?? kindling.pid;
    const hold = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const caller = await callKindling(kindling.url);
        await caller.hangUp();
      }
    };
    const settled = async () => {
      await expect.poll(() => activeCalls(kindling.url), { timeout: 30_000 }).toBe(0);
      return processFigures(server);
    };
    // The first calls warm caches and pools; what counts is that the level holds afterwards.
    await hold(10);
    const before = await settled();
    await hold(50);
    const after = await settled();

    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
    expect(after.threads).toBeLessThanOrEqual(before.threads + 1);
    expect(after.residentMegabytes).toBeLessThan(before.residentMegabytes + 40);

    const calls = await storedCalls(kindling);
    expect(calls).toHaveLength(60);
    expect(new Set(calls.map((call) => call.endedReason))).toEqual(
      new Set(['customer-ended-call']),
    );
  });
});

async function activeCalls(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^kindling_calls_active (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}
