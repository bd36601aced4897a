import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import type { ClusterNode } from '../../../platform/cluster/nodes.ts';
import type { LiveCall } from '../live/live-call.ts';
import { createHandOver } from './hand-over-calls.ts';

const node = (id: number, fields: Partial<ClusterNode> = {}): ClusterNode => ({
  ...{ id, name: `n${id}`, address: `http://n${id}`, capacity: 10, version: '1' },
  ...{ calls: 0, draining: false },
  ...fields,
});

function setUp(
  calls: readonly string[],
  { others = [node(2)], ask = async () => true as boolean } = {},
) {
  const clock = createManualClock();
  const asked: string[] = [];
  const done: string[] = [];
  const atRest = new Map(calls.map((id) => [id, true]));
  const live = new Map(
    calls.map((id) => [
      id,
      {
        id,
        get isAtRest() {
          return atRest.get(id) === true;
        },
        async keep(rests: boolean) {
          done.push(`${id} kept ${rests ? 'at rest' : 'as it is'}`);
          return true;
        },
        async abandon(handedOver: boolean) {
          live.delete(id);
          done.push(`${id} moved ${handedOver}`);
        },
      } as unknown as LiveCall,
    ]),
  );
  const handOver = createHandOver({
    clock,
    log: pino({ level: 'silent' }),
    live: { all: () => [...live.values()] },
    nodes: { own: 1, alive: () => [node(1, { draining: true }), ...others] },
    async ask(taker, callId, from) {
      asked.push(`${callId} ${from}>${taker.id}`);
      return ask();
    },
  });
  /** Looks every 100 ms. */
  async function pass(ms: number, isLate = false) {
    for (let passed = 0; passed < ms; passed += 100) {
      handOver.look(isLate);
      clock.advance(100);
      await setImmediate();
    }
  }
  const setAtRest = (id: string, is: boolean) => atRest.set(id, is);
  return { handOver, pass, asked, done, setAtRest };
}

it('hands a call over when it has rested for a moment, and not before', async () => {
  const { pass, asked, done, setAtRest } = setUp(['a', 'b']);
  setAtRest('b', false);
  await pass(200);
  expect(asked).toEqual([]);
  await pass(300);
  expect(asked).toEqual(['a 1>2']);
  expect(done).toEqual(['a kept at rest', 'a moved true']);
  setAtRest('b', true);
  await pass(200);
  setAtRest('b', false);
  await pass(100);
  setAtRest('b', true);
  await pass(200);
  expect(asked).toEqual(['a 1>2']);
  await pass(300);
  expect(asked).toEqual(['a 1>2', 'b 1>2']);
});

it('takes it back when the caller speaks while it is written down: spoke-during-handover', async () => {
  const { handOver, pass, asked, done, setAtRest } = setUp(['a']);
  await pass(300);
  handOver.look(false);
  setAtRest('a', false);
  await handOver.settled();
  expect(asked).toEqual([]);
  expect(done).toEqual(['a kept at rest', 'a kept as it is']);
  expect(handOver.underWay).toBe(0);
});

it('hands over what never rests when it is late, as it is', async () => {
  const { pass, done, setAtRest } = setUp(['a']);
  setAtRest('a', false);
  await pass(1_000);
  expect(done).toEqual([]);
  await pass(100, true);
  expect(done).toEqual(['a kept as it is', 'a moved true']);
});

it('goes on with what is not known to be taken, and asks later: answer-lost', async () => {
  let fails = true;
  const { pass, asked, done } = setUp(['a'], {
    async ask() {
      if (fails) throw new Error('no answer');
      return true;
    },
  });
  await pass(600);
  // Were it taken after all, this write would be refused, and the call let go.
  expect(done).toEqual(['a kept at rest', 'a kept as it is']);
  fails = false;
  await pass(4_000);
  expect(asked).toHaveLength(1);
  await pass(2_000);
  expect(asked).toHaveLength(2);
  expect(done.at(-1)).toBe('a moved true');
});

it('gives to the emptiest of those that stay, counts what it gave, and a few at once', async () => {
  const others = [node(2, { calls: 6 }), node(3, { calls: 5 }), node(4, { draining: true })];
  const { pass, asked } = setUp(['a', 'b', 'c', 'd', 'e', 'f'], { others });
  await pass(500);
  expect(asked.slice(0, 4)).toEqual(['a 1>3', 'b 1>3', 'c 1>3', 'd 1>3']);
  await pass(300);
  expect(asked).toHaveLength(6);
  expect(asked.slice(4)).toEqual(['e 1>2', 'f 1>2']);
});

it('keeps its calls where nobody has a line free, until it is late', async () => {
  const others = [node(2, { calls: 10 })];
  const { pass, asked } = setUp(['a'], { others });
  await pass(2_000);
  expect(asked).toEqual([]);
  await pass(100, true);
  expect(asked).toEqual(['a 1>2']);
});

it('keeps its calls where there is no other node', async () => {
  const { pass, done } = setUp(['a'], { others: [node(2, { draining: true })] });
  await pass(1_000);
  await pass(1_000, true);
  expect(done).toEqual([]);
});
