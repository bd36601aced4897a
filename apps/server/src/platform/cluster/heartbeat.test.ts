import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/server/manual-clock.ts';
import { createHeartbeat, DEAD_AFTER, FENCE_AFTER, type Heartbeat } from './heartbeat.ts';

type Answer = 'alive' | 'gone' | 'refused' | 'silent';

describe('a heartbeat', () => {
  let clock: ManualClock;
  let heartbeat: Heartbeat;
  let answer: Answer;
  let sent: number[];
  let fenced: { readonly why: string; readonly at: number }[];
  let silences: number;
  let isOutage: boolean;
  let asked: number;
  let startedAt: number;

  const now = () => clock.now() - startedAt;

  beforeEach(() => {
    clock = createManualClock();
    startedAt = clock.now();
    answer = 'alive';
    sent = [];
    fenced = [];
    silences = 0;
    isOutage = false;
    asked = 0;
    heartbeat = create();
    heartbeat.start();
  });

  const create = () =>
    createHeartbeat({
      clock,
      beat() {
        sent.push(now());
        if (answer === 'silent') return new Promise(() => undefined);
        if (answer === 'refused') return Promise.reject(new Error('no connection'));
        return Promise.resolve(answer === 'alive');
      },
      onSilent: () => {
        silences += 1;
      },
      isOutage: async () => {
        asked += 1;
        return isOutage;
      },
      onFenced: (why) => fenced.push({ why, at: now() }),
    });

  /** In small steps, as time passes. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      await setImmediate();
    }
  }

  /** At once, as it passed for a process that stood still. */
  async function standStill(ms: number): Promise<void> {
    clock.advance(ms);
    await setImmediate();
    await pass(100);
  }

  it('neither beats nor fences before it was started, however long that takes', async () => {
    await heartbeat.close();
    const opening = create();
    answer = 'silent';
    opening.hurry();
    await pass(FENCE_AFTER + 2_000);
    opening.hurry();
    expect([sent, fenced]).toEqual([[], []]);
    answer = 'alive';
    opening.start();
    await pass(2_200);
    expect(sent).toEqual([6_050, 8_050]);
    expect(fenced).toEqual([]);
    await opening.close();
  });

  it('beats every two seconds', async () => {
    await pass(8_200);
    expect(sent).toEqual([2_000, 4_000, 6_000, 8_000]);
    expect(fenced).toEqual([]);
  });

  it.each(['refused', 'silent'] as const)(
    'fences a node whose database is %s before another may take what it holds',
    async (fault) => {
      await pass(2_100);
      answer = fault;
      await pass(6_000);
      expect(fenced).toHaveLength(1);
      expect(fenced[0]?.why).toBe('silent');
      // From the last beat that was answered, at 2,000.
      expect(fenced[0]?.at).toBeLessThanOrEqual(2_000 + FENCE_AFTER + 50);
      expect(2_000 + FENCE_AFTER + 50).toBeLessThan(2_000 + DEAD_AFTER);
    },
  );

  it('holds on where no other node reaches the database: postgresql-is-away', async () => {
    await pass(2_100);
    [answer, isOutage] = ['refused', true];
    await pass(20_000);
    expect(fenced).toEqual([]);
    // Another one reaches it first.
    isOutage = false;
    await pass(200);
    answer = 'alive';
    await pass(6_000);
    expect(fenced).toEqual([]);
    expect(sent.at(-1)).toBeGreaterThan(24_000);
  });

  it('is fenced when another node reaches it again and this one does not', async () => {
    await pass(2_100);
    [answer, isOutage] = ['refused', true];
    await pass(10_000);
    isOutage = false;
    const since = now();
    await pass(4_000);
    expect(fenced).toHaveLength(1);
    expect(fenced[0]?.at).toBeLessThan(since + DEAD_AFTER - 1_000);
  });

  it('holds on for half a minute at most', async () => {
    await pass(2_100);
    [answer, isOutage] = ['refused', true];
    await pass(40_000);
    expect(fenced).toHaveLength(1);
    expect(fenced[0]?.at).toBeGreaterThan(30_000);
  });

  it('asks nobody while it is answered', async () => {
    await pass(10_000);
    expect(asked).toBe(0);
  });

  it('says whether it reaches the database', async () => {
    expect(await heartbeat.reaches()).toBe(true);
    answer = 'refused';
    expect(await heartbeat.reaches()).toBe(false);
  });

  it('outlives a restart of the database', async () => {
    answer = 'refused';
    await pass(3_500);
    answer = 'alive';
    await pass(6_000);
    expect(fenced).toEqual([]);
  });

  it('gives up a connection that does not answer', async () => {
    answer = 'silent';
    await pass(3_100);
    expect(silences).toBe(1);
  });

  it('asks before it fences, where the process stood still: sigstop-sigcont', async () => {
    await pass(2_100);
    await standStill(10_000);
    await pass(2_000);
    expect(fenced).toEqual([]);
  });

  it('that stood still while it waited asks again', async () => {
    answer = 'silent';
    await pass(2_100);
    answer = 'alive';
    await standStill(10_000);
    await pass(2_000);
    expect(fenced).toEqual([]);
  });

  it('that stood still and lost its connection meanwhile makes a new one first', async () => {
    await pass(2_100);
    answer = 'refused';
    clock.advance(10_000);
    answer = 'alive';
    await pass(2_000);
    expect(fenced).toEqual([]);
  });

  it('fences at once a node that is over, and once', async () => {
    await pass(2_100);
    answer = 'gone';
    await pass(2_000);
    expect(fenced).toEqual([{ why: 'gone', at: 4_000 }]);
  });

  it('is as before when it is answered again', async () => {
    await pass(2_100);
    answer = 'refused';
    await pass(8_000);
    answer = 'alive';
    await pass(8_000);
    answer = 'refused';
    await pass(8_000);
    expect(fenced.map(({ why }) => why)).toEqual(['silent', 'silent']);
  });

  it('says nothing after its end', async () => {
    answer = 'refused';
    await heartbeat.close();
    await pass(10_000);
    expect(sent).toEqual([]);
    expect(fenced).toEqual([]);
  });
});
