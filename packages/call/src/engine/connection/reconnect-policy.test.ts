import { describe, expect, it } from 'vitest';
import { CallError } from '../../core/call-error.ts';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { ReconnectPolicy, type RestartOutcome } from './reconnect-policy.ts';

function setUp(outcomes: readonly (RestartOutcome | CallError)[] = []) {
  const clock = new VirtualClock();
  const attempts: string[] = [];
  const reported: string[] = [];
  const policy = new ReconnectPolicy({
    clock,
    async restart(fresh) {
      attempts.push(`${clock.now()} ${fresh ? 'fresh' : 'same'}`);
      const outcome = outcomes[attempts.length - 1] ?? 'unreachable';
      if (typeof outcome !== 'string') throw outcome;
      return outcome;
    },
    onInterrupted: () => reported.push(`${clock.now()} interrupted`),
    onRestored: () => reported.push(`${clock.now()} restored`),
    onLost: (error) => reported.push(`${clock.now()} lost ${error.code} ${error.stage}`),
  });
  return { clock, policy, attempts, reported };
}

describe('ConnectionKeeper', () => {
  it('gives a disconnected connection two seconds to come back by itself', async () => {
    const { clock, policy, attempts, reported } = setUp();
    policy.handleState('disconnected');
    await clock.advance(1_999);
    policy.handleState('connected');
    await clock.advance(20_000);
    expect(attempts).toEqual([]);
    expect(reported).toEqual(['0 interrupted', '1999 restored']);
    expect(clock.pending).toBe(0);
  });

  it('restarts a failed connection at once, and again from nothing when that does not connect', async () => {
    const { clock, policy, attempts, reported } = setUp(['answered', 'answered']);
    policy.handleState('failed');
    await clock.advance(3_100);
    expect(attempts).toEqual(['0 same', '3000 fresh']);
    policy.handleState('connected');
    expect(reported).toEqual(['0 interrupted', '3100 restored']);
  });

  it('takes a fresh connection right away when the same one is refused', async () => {
    const { clock, policy, attempts } = setUp(['refused', 'answered']);
    policy.handleState('failed');
    await clock.advance(10);
    expect(attempts).toEqual(['0 same', '0 fresh']);
  });

  it('keeps the connection while the server cannot be reached, and gives up once after 25 seconds', async () => {
    const { clock, policy, attempts, reported } = setUp();
    policy.handleState('failed');
    await clock.advance(30_000);
    expect(attempts.every((attempt) => attempt.endsWith('same'))).toBe(true);
    expect(reported).toEqual(['0 interrupted', '25000 lost connection-error reconnect']);
    policy.handleState('failed');
    await clock.advance(30_000);
    expect(reported).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it('looks for a room that has moved at once, anew, and for half a minute', async () => {
    const { clock, policy, attempts, reported } = setUp();
    policy.handleMoved();
    await clock.advance(29_999);
    expect(attempts.slice(0, 2)).toEqual(['0 fresh', '500 fresh']);
    expect(reported).toEqual(['0 interrupted']);
    await clock.advance(1);
    expect(reported).toEqual(['0 interrupted', '30000 lost connection-error reconnect']);
  });

  it('killed-again-while-resuming: asks soon for a room that is being taken over', async () => {
    const { clock, policy, attempts } = setUp(['waiting', 'refused', 'waiting']);
    policy.handleState('failed');
    await clock.advance(1_000);
    expect(attempts).toEqual(['0 same', '200 fresh', '700 fresh', '900 fresh']);
  });

  it('gives the first connection ten seconds', async () => {
    const { clock, policy, reported } = setUp();
    policy.start();
    await clock.advance(30_000);
    expect(reported).toEqual(['0 interrupted', '10000 lost connection-error reconnect']);
  });

  it('looks for half a minute from when it hears that the room has moved: moved-while-interrupted', async () => {
    const { clock, policy, attempts, reported } = setUp();
    policy.handleState('failed');
    await clock.advance(20_000);
    policy.handleMoved();
    await clock.advance(29_999);
    expect(attempts.at(-1)).toMatch(/fresh$/);
    expect(reported).toEqual(['0 interrupted']);
    await clock.advance(1);
    expect(reported).toEqual(['0 interrupted', '50000 lost connection-error reconnect']);
  });

  it('gives up at once when the session is gone', async () => {
    const { clock, policy, reported } = setUp([new CallError('no-room', 'gone')]);
    policy.handleState('failed');
    await clock.advance(10);
    expect(reported).toEqual(['0 interrupted', '0 lost connection-error reconnect']);
  });

  it('needs a fresh connection when the channel was closed', async () => {
    const { clock, policy, attempts } = setUp(['answered']);
    policy.handleChannelClosed();
    await clock.advance(10);
    expect(attempts).toEqual(['0 fresh']);
  });

  it('restarts quietly when the network comes back, and a stopped one never', async () => {
    const { clock, policy, attempts, reported } = setUp(['answered']);
    policy.handleOnline();
    await clock.advance(10_000);
    expect(attempts).toEqual(['0 same']);
    expect(reported).toEqual([]);
    policy.stop();
    policy.handleOnline();
    await clock.advance(10_000);
    expect(attempts).toHaveLength(1);
  });
});
