import { hashParticipantKey } from '@kindling/media';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { notReady } from '../../../platform/metrics/routes.ts';
import { createLostCalls } from './lost-calls.ts';
import type { ResumeCall } from './resume-call.ts';
import type { Resumable } from './stored-state.ts';

const lostCall = (name: string, more: Partial<Resumable['state']> = {}): Resumable => ({
  callId: `call-${name}`,
  orgId: 'org',
  tokenId: 'token',
  roomName: name,
  state: {
    baseUrl: 'http://localhost',
    isTrusted: false,
    endsWhenLeft: true,
    agentSessionId: 'agent',
    participants: [
      {
        keyHash: hashParticipantKey(`key-${name}`),
        sessionId: 's',
        userName: '',
        version: 2,
        firstLine: 0,
      },
    ],
    startedAt: 1,
    owesAnswer: false,
    position: null,
    knownFrom: 0,
    uses: [],
    ...more,
  },
});

async function setUp(resume: ResumeCall = async () => {}, ofA: Partial<Resumable['state']> = {}) {
  const clock = createManualClock();
  const stored = [lostCall('a', ofA), lostCall('b')];
  const resumed: string[] = [];
  const ended: string[] = [];
  const woken: string[] = [];
  const lost = createLostCalls({
    clock,
    log: pino({ level: 'silent' }),
    findResumable: async (ids) => stored.filter(({ callId }) => ids.includes(callId)),
    abandoned: {
      async end({ id }, reason) {
        ended.push(`${id}: ${reason}`);
        return true;
      },
    },
    jobs: { wake: () => void woken.push('jobs') },
  });
  lost.serve(async (found, claim) => {
    await resume(found, claim);
    resumed.push(found.callId);
  });
  const claim = { nodeId: null, epoch: 1 };
  const claimed = ['call-a', 'call-b', 'call-nobody-was-in'].map((id) => ({ id, claim }));
  expect([...(await lost.expect(claimed))]).toEqual(['call-a', 'call-b']);
  return { clock, lost, resumed, ended, woken };
}

it('resumes a call once for who was in it, and ends those that nobody came back to', async () => {
  const { clock, lost, resumed, ended, woken } = await setUp();
  await lost.resume('a', 'the key of somebody else');
  expect(resumed).toEqual([]);
  await Promise.all([lost.resume('a', 'key-a'), lost.resume('a', 'key-a')]);
  expect(resumed).toEqual(['call-a']);
  expect([lost.has('a'), lost.has('b')]).toEqual([false, true]);
  clock.advance(29_999);
  expect(ended).toEqual([]);
  clock.advance(1);
  expect(ended).toEqual(['call-b: kindling.server-crashed']);
  await expect.poll(() => woken).toEqual(['jobs']);
  expect(lost.size).toBe(0);
});

it('has the page ask again while the engines load, and ends what cannot be gone on with', async () => {
  let failure: Error = notReady();
  const { lost, ended } = await setUp(async () => {
    throw failure;
  });
  await expect(lost.resume('a', 'key-a')).rejects.toMatchObject({ code: 'not_ready' });
  expect([lost.has('a'), ended]).toEqual([true, []]);
  failure = new Error('The key that started the call was deleted.');
  await lost.resume('a', 'key-a');
  expect([lost.has('a'), ended]).toEqual([false, ['call-a: kindling.server-crashed']]);
});

it('killed-while-connecting: goes on for a caller who comes to a call that nobody has heard yet', async () => {
  const { lost, resumed } = await setUp(async () => {}, { startedAt: null, participants: [] });
  await lost.resume('a', 'a key of nobody');
  expect(resumed).toEqual([]);
  // A call that a caller was in is theirs.
  await lost.resume('b', null);
  expect(resumed).toEqual([]);
  await lost.resume('a', null);
  expect(resumed).toEqual(['call-a']);
});

it('takes note of who hangs up meanwhile, and of nobody else', async () => {
  const { lost, ended } = await setUp();
  expect(await lost.leave('a', 'key-b')).toBe(false);
  expect(await lost.leave('a', 'key-a')).toBe(true);
  expect(ended).toEqual(['call-a: customer-ended-call']);
  expect(await lost.leave('a', 'key-a')).toBe(false);
});

it('waits for nobody once it is closed', async () => {
  const { clock, lost, ended } = await setUp();
  lost.close();
  clock.advance(60_000);
  expect(ended).toEqual([]);
});
