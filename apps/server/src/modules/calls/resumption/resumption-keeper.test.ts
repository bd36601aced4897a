import { expect, it } from 'vitest';
import { createResumptionKeeper } from './resumption-keeper.ts';
import type { ResumptionState } from './resumption-state.ts';

const initial: ResumptionState = {
  baseUrl: 'http://localhost',
  isTrusted: false,
  endsWhenLeft: true,
  agentSessionId: '',
  participants: [],
  startedAt: null,
  owesAnswer: false,
  position: null,
  knownFrom: 0,
  uses: [],
};
const participants = [
  { keyHash: 'hash', sessionId: 'ada', userName: '', version: 2, firstLine: 0 },
];
const settle = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const writes: ({ state: ResumptionState } & PromiseWithResolvers<void>)[] = [];
  const failures: unknown[] = [];
  const keeper = createResumptionKeeper({
    initial,
    store(state) {
      const write = { state, ...Promise.withResolvers<void>() };
      writes.push(write);
      return write.promise;
    },
    onFailed: (error) => failures.push(error),
  });
  return { keeper, writes, failures };
}

it('stores the newest, one write at a time, and says when it is stored', async () => {
  const { keeper, writes } = setUp();
  const stored: string[] = [];
  void keeper.note({ participants }).then(() => stored.push('first'));
  void keeper.note({ owesAnswer: true });
  void keeper.note({ owesAnswer: false, knownFrom: 3 }).then(() => stored.push('last'));
  expect(writes.map(({ state }) => state)).toEqual([{ ...initial, participants }]);
  writes[0]?.resolve();
  await settle();
  expect(stored).toEqual([]);
  expect(writes[1]?.state).toMatchObject({ owesAnswer: false, knownFrom: 3 });
  writes[1]?.resolve();
  await settle();
  expect([writes.length, stored]).toEqual([2, ['first', 'last']]);
});

it('tries again with the next change, tells of the first failure only, and ends', async () => {
  const { keeper, writes, failures } = setUp();
  void keeper.note({ participants });
  writes[0]?.reject(new Error('away'));
  await settle();
  void keeper.note({ owesAnswer: true });
  writes[1]?.reject(new Error('away'));
  await settle();
  expect(failures).toHaveLength(1);
  keeper.close();
  void keeper.note({ owesAnswer: false });
  expect(writes).toHaveLength(2);
});
