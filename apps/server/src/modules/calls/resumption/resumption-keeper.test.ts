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
const participants = [{ keyHash: 'hash', sessionId: 'ada', userName: '', version: 2 }];
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

it('stores nothing before somebody is in the room, then the newest, one write at a time', async () => {
  const { keeper, writes } = setUp();
  keeper.note({ startedAt: 1 });
  expect(writes).toEqual([]);
  keeper.note({ participants });
  keeper.note({ owesAnswer: true });
  keeper.note({ owesAnswer: false, knownFrom: 3 });
  expect(writes.map(({ state }) => state)).toEqual([{ ...initial, startedAt: 1, participants }]);
  writes[0]?.resolve();
  await settle();
  expect(writes[1]?.state).toMatchObject({ owesAnswer: false, knownFrom: 3 });
  writes[1]?.resolve();
  await settle();
  expect(writes).toHaveLength(2);
});

it('tries again with the next change, tells of the first failure only, and ends', async () => {
  const { keeper, writes, failures } = setUp();
  keeper.note({ participants });
  writes[0]?.reject(new Error('away'));
  await settle();
  keeper.note({ owesAnswer: true });
  writes[1]?.reject(new Error('away'));
  await settle();
  expect(failures).toHaveLength(1);
  keeper.close();
  keeper.note({ owesAnswer: false });
  expect(writes).toHaveLength(2);
});
