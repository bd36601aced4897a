import { expect, it } from 'vitest';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { Heartbeat } from './heartbeat.ts';

function setUp({ canSend = true } = {}) {
  const clock = new VirtualClock();
  const reported: string[] = [];
  const suspected: number[] = [];
  let pings = 0;
  const heartbeat = new Heartbeat({
    clock,
    ping() {
      pings += 1;
      return canSend;
    },
    onSuspected: () => suspected.push(clock.now()),
    onSilent: () => reported.push('silent'),
    onHeard: () => reported.push('heard'),
  });
  heartbeat.start();
  return { clock, heartbeat, reported, suspected, pings: () => pings };
}

it('says nothing while answers come', async () => {
  const { clock, heartbeat, reported, suspected, pings } = setUp();
  for (let beat = 0; beat < 20; beat += 1) {
    await clock.advance(1_200);
    heartbeat.heard();
  }
  expect([reported, suspected]).toEqual([[], []]);
  expect(pings()).toBe(20);
});

it('four unanswered signs are silence, reported once, well before the server gives up', async () => {
  const { clock, reported } = setUp();
  await clock.advance(4_800);
  expect(reported).toEqual([]);
  await clock.advance(1_200);
  expect(reported).toEqual(['silent']);
  await clock.advance(10_000);
  expect(reported).toEqual(['silent']);
});

it('a sign that is not answered is a suspicion, with each beat until it is silence', async () => {
  const { clock, heartbeat, suspected } = setUp();
  await clock.advance(1_200);
  expect(suspected).toEqual([]);
  await clock.advance(4_800);
  expect(suspected).toEqual([2_400, 3_600, 4_800]);
  heartbeat.heard();
  await clock.advance(1_200);
  expect(suspected).toHaveLength(3);
});

it('whatever arrives ends the silence', async () => {
  const { clock, heartbeat, reported } = setUp();
  await clock.advance(6_000);
  heartbeat.heard();
  heartbeat.heard();
  expect(reported).toEqual(['silent', 'heard']);
});

it('what cannot be sent is not waited for, nor what a former connection owed', async () => {
  const mute = setUp({ canSend: false });
  await mute.clock.advance(20_000);
  expect([mute.reported, mute.suspected]).toEqual([[], []]);
  const { clock, heartbeat, reported } = setUp();
  await clock.advance(4_800);
  heartbeat.renew();
  await clock.advance(3_600);
  expect(reported).toEqual([]);
});

it('silence on what took the place of a silent connection is reported, too', async () => {
  const { clock, heartbeat, reported } = setUp();
  await clock.advance(6_000);
  heartbeat.renew();
  await clock.advance(6_000);
  expect(reported).toEqual(['silent', 'silent']);
});

it('stops', async () => {
  const { clock, heartbeat, pings } = setUp();
  heartbeat.stop();
  await clock.advance(10_000);
  expect(pings()).toBe(0);
});
