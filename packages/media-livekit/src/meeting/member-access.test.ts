import type { PeerParticipant } from '@kindling/media/rooms';
import { TrackSource } from 'livekit-server-sdk';
import { expect, it } from 'vitest';
import type { MemberGrants } from '../api/livekit-api.ts';
import { createMemberAccess } from './member-access.ts';
import { grantsOf } from './member-grants.ts';

const ALL = { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: false };
type Changeable = { -readonly [K in keyof PeerParticipant]: PeerParticipant[K] };

function setUp() {
  const updates: [string, MemberGrants][] = [];
  const removed: string[] = [];
  const muted: string[] = [];
  const faults: string[] = [];
  const world = { refuses: false, whileAsked: () => {} };
  const timers: (() => void)[] = [];
  const access = createMemberAccess({
    room: 'quiet-lake',
    returning: new Set(['sam', 'ada']),
    clock: {
      now: () => 0,
      schedule(_, callback) {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
    },
    api: {
      async updateMember(_, identity, grants) {
        if (world.refuses) throw new Error('no');
        updates.push([identity, grants]);
        world.whileAsked();
      },
      muteTrack: async (_, identity, sid) => void muted.push(`${identity} ${sid}`),
      removeParticipant: async (_, identity) => void removed.push(identity),
    },
    onFault: (stage) => void faults.push(stage),
  });
  const sam: Changeable = { sessionId: 'sam', level: 'full', permissions: ALL };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const passTime = () => {
    for (const callback of timers.splice(0)) callback();
  };
  return { access, sam, updates, removed, muted, faults, world, settled, passTime };
}

it.each([
  ['everything', {}, { canSubscribe: true, canPublish: true, sources: [] }],
  ['nothing is sent', { canSend: false }, { canSubscribe: true, canPublish: false, sources: [] }],
  ['an empty list', { canSend: [] }, { canSubscribe: true, canPublish: false, sources: [] }],
  [
    'some tracks',
    { canSend: ['screenVideo', 'audio', 'customVideo', 'customAudio'] },
    {
      canSubscribe: true,
      canPublish: true,
      sources: [TrackSource.UNKNOWN, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE],
    },
  ],
  [
    'nothing is received',
    { canReceive: { base: false } },
    { canSubscribe: false, canPublish: true, sources: [] },
  ],
  [
    'nothing, by exceptions that allow nothing either',
    { canReceive: { base: false, byUserId: { u: false, v: { video: false } } } },
    { canSubscribe: false, canPublish: true, sources: [] },
  ],
  [
    'of some one track is',
    { canReceive: { base: false, byParticipantId: { p: { customVideo: { mine: true } } } } },
    { canSubscribe: true, canPublish: true, sources: [] },
  ],
  [
    'of some it is',
    { canReceive: { base: false, byUserId: { u: true } } },
    { canSubscribe: true, canPublish: true, sources: [] },
  ],
] as const)('%s', (_, given, grants) => {
  const permissions = { ...ALL, ...given } as PeerParticipant['permissions'];
  expect(grantsOf({ level: 'full', permissions })).toEqual(grants);
  expect(grantsOf({ level: 'lobby', permissions })).toEqual({
    canSubscribe: false,
    canPublish: false,
    sources: [],
  });
});

it('a participant with the grants of their token is left alone, an unknown one is removed', async () => {
  const { access, sam, updates, removed, settled } = setUp();
  access.expect('sam:1', sam);
  access.onArrived('sam:1');
  access.onArrived('stranger');
  await settled();
  expect([updates, removed]).toEqual([[], ['stranger']]);
  access.forget('sam:1');
  access.onArrived('sam:1');
  expect(removed).toEqual(['stranger', 'sam:1']);
});

it('permissions-change-on-the-way: LiveKit has the newest, whenever they changed', async () => {
  const { access, sam, updates, world, settled } = setUp();
  access.expect('sam:1', sam);
  sam.permissions = { ...ALL, canSend: false };
  access.refresh('sam');
  await settled();
  // Not there yet: LiveKit could not know them.
  expect(updates).toEqual([]);
  world.whileAsked = () => {
    sam.permissions = { ...ALL, canSend: ['audio'] };
    world.whileAsked = () => {};
  };
  access.onArrived('sam:1');
  access.refresh('sam');
  await settled();
  expect(updates.map(([, { sources, canPublish }]) => [canPublish, sources])).toEqual([
    [false, []],
    [true, [TrackSource.MICROPHONE]],
  ]);
});

it('a participant whose permissions cannot be enforced is removed', async () => {
  const { access, sam, removed, faults, world, settled } = setUp();
  access.expect('sam:1', sam);
  access.onArrived('sam:1');
  world.refuses = true;
  sam.permissions = { ...ALL, canSend: false };
  access.refresh('sam');
  await settled();
  expect([removed, faults]).toEqual([['sam:1'], ['livekit-permissions']]);
});

it('tracks are muted by their ids, those that are published', () => {
  const { access, sam, muted } = setUp();
  access.expect('sam:1', sam);
  access.onPublished('sam:1', { name: 'audio', sid: 'TR_1' });
  access.onPublished('olga:1', { name: 'audio', sid: 'TR_2' });
  access.mute('sam', ['audio', 'video']);
  access.mute('olga', ['audio']);
  expect(muted).toEqual(['sam:1 TR_1']);
});

it('custom tracks among others are allowed once a participant is there: no token can say so', async () => {
  const { access, sam, updates, settled } = setUp();
  sam.permissions = { ...ALL, canSend: ['audio', 'customVideo'] };
  expect(access.expect('sam:1', sam).sources).toEqual([TrackSource.MICROPHONE]);
  sam.permissions = { ...ALL, canSend: ['customVideo'] };
  expect(access.expect('sam:2', sam)).toMatchObject({ canPublish: false, sources: [] });
  access.onArrived('sam:2');
  await settled();
  expect(updates).toEqual([
    ['sam:2', { canSubscribe: true, canPublish: true, sources: [TrackSource.UNKNOWN] }],
  ]);
});

it('left-over-of-a-dead-server: who comes back is waited for a minute, and nobody else', () => {
  const { access, removed, passTime, sam } = setUp();
  for (const identity of ['sam:1', 'ada:1', 'olga:1']) access.onPresent(identity);
  expect(removed).toEqual(['olga:1']);
  access.expect('sam:1', sam);
  passTime();
  expect(removed).toEqual(['olga:1', 'ada:1']);
});

it('a room that is over waits for nobody', () => {
  const { access, removed, passTime } = setUp();
  access.onPresent('ada:1');
  access.close();
  passTime();
  expect(removed).toEqual([]);
});
