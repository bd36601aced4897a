import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { storeCall } from '../../../../testing/calls/stored-call.ts';
import { describeOnBothDatabases } from '../../../../testing/databases/describe-databases.ts';
import { createFakeRoom } from '../../../../testing/rooms/fake-room.ts';
import { createManualClock } from '../../../../testing/server/manual-clock.ts';
import { createCallStore } from '../store/call-store.ts';
import { type CallEnd, createCallWriter } from '../store/call-writer.ts';
import { type CallEndingOptions, createCallEnding } from './call-ending.ts';
import { createTranscriptKeeper } from './transcript-keeper.ts';

const nothing = () => {};

/** A call whose end is stored by `finish`, which gets how long it went on already. */
function endCall(
  finish: (elapsed: number) => Promise<boolean>,
  more: Partial<CallEndingOptions> = {},
) {
  const clock = createManualClock();
  const start = clock.now();
  const elapsed = () => clock.now() - start;
  const tries: number[] = [];
  const reported: number[] = [];
  const closed: number[] = [];
  const room = createFakeRoom({ name: 'room', path: '/room/room', maxParticipants: 1 });
  const ending = createCallEnding({
    id: 'call',
    room,
    clock,
    log: pino({ level: 'silent' }),
    assistant: {},
    cost: () => 0,
    router: { workflowTrace: () => null },
    features: { close: async () => {} },
    store: {
      finish(_, end) {
        tries.push(elapsed());
        expect(end).toMatchObject({ reason: 'silence-timed-out', endedAt: start });
        return finish(elapsed());
      },
    },
    transcript: createTranscriptKeeper(clock),
    metrics: {
      callCreated: nothing,
      callEnded: nothing,
      callMoved: nothing,
      turnAnswered: nothing,
    },
    reporter: {
      ended: async () => void reported.push(elapsed()),
      settled: async () => {},
    },
    send: nothing,
    onClosed: () => closed.push(elapsed()),
    ...more,
  });
  void ending.end('silence-timed-out', null);
  /** In steps of `ms`, of which the ending takes each in. */
  async function pass(ms: number, until: number) {
    while (elapsed() < until) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(ms);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { pass, tries, reported, closed };
}

const away = async (): Promise<boolean> => {
  throw new Error('the database is away');
};

describe('the end of a call', () => {
  it('is stored and reported once when the database comes back, and nobody waits for it', async () => {
    const { pass, tries, reported, closed } = endCall((elapsed) =>
      elapsed < 5_000 ? away() : Promise.resolve(true),
    );
    await pass(100, 30_000);
    expect(closed).toHaveLength(1);
    expect(closed[0]).toBeLessThan(1_000);
    expect(tries).toEqual([0, 300, 600, 5_600]);
    expect(reported).toEqual([5_600]);
  });

  it('is reported by nobody who did not store it: deleted meanwhile, or ended by another', async () => {
    const { pass, tries, reported, closed } = endCall((elapsed) =>
      elapsed < 5_000 ? away() : Promise.resolve(false),
    );
    await pass(100, 30_000);
    expect(closed).toHaveLength(1);
    expect([tries.length, reported]).toEqual([4, []]);
  });

  it('is left to the next start when the database stays away', async () => {
    const { pass, tries, reported, closed } = endCall(away);
    await pass(100, 1_000);
    await pass(5_000, 20 * 60_000);
    expect(closed).toHaveLength(1);
    expect([tries.length, reported]).toEqual([3 + 120, []]);
  });
});

describe('the cost of a call', () => {
  function endCounted(counted: Promise<void>) {
    const costs: (number | null)[] = [];
    let cost = 0;
    const finish = async (_id: string, end: CallEnd) => costs.push(end.cost) > 0;
    const settled = () => counted;
    const { pass } = endCall(async () => true, { cost: () => cost, settled, store: { finish } });
    return { costs, pass, take: (more: number) => (cost += more) };
  }

  it('has what the answer took that the end cut off: cut-off-at-the-end', async () => {
    const counted = Promise.withResolvers<void>();
    const { costs, pass, take } = endCounted(counted.promise);
    await pass(100, 200);
    expect(costs).toEqual([]);
    take(2);
    counted.resolve();
    await pass(100, 400);
    expect(costs).toEqual([2]);
  });

  it('is not waited for where it is not reported', async () => {
    const { costs, pass } = endCounted(new Promise(() => {}));
    await pass(100, 1_000);
    expect(costs).toEqual([0]);
  });
});

describeOnBothDatabases('the end of a call', (server, database) => {
  const end: CallEnd = {
    reason: 'silence-timed-out',
    startedAt: null,
    endedAt: Date.UTC(2026, 0, 2) + 0.5,
    messages: [],
    artifact: { messages: [], transcript: '' },
    cost: 0,
  };

  it('counts as stored however often it is, and changes nothing the second time', async () => {
    const store = createCallWriter(database().db, { nodeId: null, epoch: 0 });
    const { orgId } = server();
    const open = { status: 'in-progress', endedReason: null, endedAt: null } as const;
    const id = await storeCall(database().db, orgId, open);
    expect(await store.finish(id, end)).toBe(true);
    expect(await store.finish(id, { ...end, cost: 7 })).toBe(true);
    expect(await createCallStore(database().db).find(orgId, id)).toMatchObject({
      endedReason: end.reason,
      cost: 0,
    });
  });

  it('is not stored where another came first, or the call is gone', async () => {
    const store = createCallWriter(database().db, { nodeId: null, epoch: 0 });
    const id = await storeCall(database().db, server().orgId);
    expect(await store.finish(id, end)).toBe(false);
    expect(await store.finish('5d2d5c5e-7a8e-4f0e-9b6e-4f6c2f3a1b11', end)).toBe(false);
  });

  it('is found in no session when its call was deleted before it was stored', async () => {
    const { json: session } = await server().send('POST', '/session', { body: {} });
    const { json: call } = await server().send('POST', '/call/web', {
      body: { assistantId: server().assistantId, sessionId: session.id },
    });
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    room.say('playable');
    // As a deletion does it that finds the call no longer in its room.
    vi.spyOn(server().live, 'end').mockResolvedValueOnce();
    expect((await server().send('DELETE', `/call/${call.id}`)).status).toBe(200);
    server().parts.conversations.last().endItself('silence-timed-out');
    await expect.poll(() => room.closedWith).not.toBeNull();
    const { json } = await server().send('GET', `/session/${session.id}`);
    expect(json.messages).toEqual([]);
  });
});
