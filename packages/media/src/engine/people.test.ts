import type { Permissions } from '@kindling/protocol/room';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaEngine, RoomOptions, TrackPacket } from '../port.ts';
import { RoomError } from '../room-error.ts';
import { buildRtp } from '../rtp/packet.ts';
import { writeKeyFrameRequest } from '../rtp/write-rtcp.ts';
import { type Guest, type GuestOptions, joinAsGuest, keepFirstLines } from '../testing/guest.ts';
import { createLoopbackClient } from '../testing/loopback-client.ts';
import { addLines, type ExtraLine } from '../testing/offers.ts';
import { createMediaEngine } from './create-media-engine.ts';

const CAMERA_SSRC = 5_555;
const CAMERA: ExtraLine = { mid: 'cam', media: 'video', direction: 'sendonly', ssrc: CAMERA_SSRC };
const HEAR: ExtraLine = { mid: 'a1', media: 'audio', direction: 'recvonly' };
const WATCH: ExtraLine = { mid: 'v1', media: 'video', direction: 'recvonly' };
const KEY_FRAME = Uint8Array.of(0x90, 0x80, 0x81, 0x00, 0x00, 9, 9);
const DELTA_FRAME = Uint8Array.of(0x90, 0x80, 0x81, 0x01, 0x01, 9);

let engine: MediaEngine;
const guests: Guest[] = [];
const faults: unknown[] = [];

beforeEach(async () => {
  faults.length = 0;
  engine = await createMediaEngine({
    udpPort: 0,
    bindAddress: '127.0.0.1',
    onFault: (fault) => void faults.push(fault),
  });
});

afterEach(async () => {
  for (const { client } of guests.splice(0)) client.close();
  await engine.close();
  expect(faults).toEqual([]);
});

const openRoom = (options: Partial<RoomOptions> = {}) =>
  engine.createRoom({ name: 'lake', path: '/room/lake', maxParticipants: 4, ...options });

async function join(room: ReturnType<typeof openRoom>, name: string, options?: GuestOptions) {
  const guest = await joinAsGuest(room, name, options);
  guests.push(guest);
  return guest;
}

/** Sends something until `seen` says that it arrived; packets before the connection is up get lost. */
async function until<T>(
  reader: Guest,
  act: (turn: number) => void,
  seen: () => T | undefined | false,
) {
  for (let turn = 0; ; turn++) {
    act(turn);
    await reader.settled();
    const found = seen();
    if (found !== undefined && found !== false) return found;
  }
}

const talk = (guest: Guest) => (turn: number) =>
  void guest.client.sendPacket({
    marker: false,
    sequence: turn,
    timestamp: turn * 960,
    payload: Uint8Array.of(1, 2, turn),
  });

const film = (guest: Guest, sequence: number, payload: Uint8Array) =>
  void guest.client.sendRaw(
    buildRtp({
      payloadType: 96,
      marker: true,
      sequence,
      timestamp: sequence * 3_000,
      ssrc: CAMERA_SSRC,
      payload,
    }),
  );

const cameraSends = [
  { mid: '0', name: 'audio', media: 'audio' as const, on: true },
  { mid: 'cam', name: 'video', media: 'video' as const, on: true },
];

const ssrcOn = (sdp: string, mid: string) => {
  const section = sdp.split(/(?=^m=)/m).find((part) => part.includes(`a=mid:${mid}\r\n`));
  return Number(/^a=ssrc:(\d+)/m.exec(section ?? '')?.[1]);
};

describe('two people', () => {
  test('hear each other on lines added later, and no more once they unsubscribe', async () => {
    const room = openRoom();
    const [ada, bob] = [await join(room, 'Ada'), await join(room, 'Bob')];
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { '*': true } });
    const waiting = await bob.track(ada.sessionId, 'audio', ({ subscribed }) => subscribed);
    expect(waiting).toMatchObject({ state: 'sendable', mid: null });
    const sdp = await bob.renegotiate([HEAR]);
    expect(sdp).toMatch(/a=mid:a1\r\n(?:a=.*\r\n)*a=sendonly\r\n/);
    await bob.track(ada.sessionId, 'audio', ({ mid }) => mid === 'a1');
    const ssrc = ssrcOn(sdp, 'a1');
    const heard = () => bob.client.packets.filter((packet) => packet.ssrc === ssrc);
    const packet = await until(bob, talk(ada), () => heard()[0]);
    expect([packet.payloadType, packet.marker, packet.payload.length]).toEqual([111, true, 3]);
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { '*': false } });
    await bob.track(ada.sessionId, 'audio', (track) => !track.subscribed && track.mid === null);
    const before = heard().length;
    for (let turn = 0; turn < 5; turn++) talk(ada)(1_000 + turn);
    await ada.settled();
    await bob.settled();
    expect(heard().length).toBe(before);
  });

  test('see each other: key frames are asked for, and packets that did not come', async () => {
    const room = openRoom();
    const ada = await join(room, 'Ada', { lines: [CAMERA], sends: cameraSends });
    const bob = await join(room, 'Bob', { lines: [WATCH] });
    expect(bob.answer.participants[0]?.tracks).toMatchObject({
      video: { media: 'video', state: 'sendable', subscribed: false },
    });
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { video: true } });
    await bob.track(
      ada.sessionId,
      'video',
      ({ state, mid }) => state === 'playable' && mid === 'v1',
    );
    const ssrc = ssrcOn(bob.answer.sdp, 'v1');
    const seen = () => bob.client.packets.filter((packet) => packet.ssrc === ssrc);
    const isAsked = () =>
      ada.client.reports.some(
        (report) => report.type === 'key-frame' && report.ssrcs.includes(CAMERA_SSRC),
      );
    await until(ada, (turn) => film(ada, turn, DELTA_FRAME), isAsked);
    expect(seen()).toEqual([]);
    film(ada, 1_000, KEY_FRAME);
    film(ada, 1_001, DELTA_FRAME);
    const [first, second] = await bob.client.until(() => seen().length >= 2 && seen());
    expect([first?.payload.length, second?.payload.length]).toEqual([7, 6]);
    // A hole in what Ada sends is asked for.
    film(ada, 1_004, DELTA_FRAME);
    await ada.client.until(({ reports }) =>
      reports.some((one) => one.type === 'nack' && one.sequences.join() === '1002,1003'),
    );
    bob.client.sendRaw(writeKeyFrameRequest(1, ssrc));
    await bob.settled();
  });

  test('messages to everyone reach people without an agent, however many', async () => {
    const room = openRoom();
    const [ada, bob] = [await join(room, 'Ada'), await join(room, 'Bob')];
    for (let number = 1; number <= 101; number += 1) {
      ada.send({ type: 'app-message', to: '*', data: number });
      // Not a flood: each waits for its reader.
      await bob.client.until(({ events }) =>
        events.some((event) => event.type === 'app-message' && event.data === number),
      );
    }
    await ada.settled();
    expect(ada.client.events.filter(({ type }) => type === 'room-error')).toEqual([]);
  });

  test('a track that is off or taken away leaves its line to another', async () => {
    const room = openRoom();
    const bob = await join(room, 'Bob', { lines: [HEAR] });
    const [ada, eve] = [await join(room, 'Ada'), await join(room, 'Eve')];
    for (const { sessionId } of [ada, eve])
      bob.send({ type: 'subscribe', sessionId, tracks: { audio: true } });
    await bob.track(eve.sessionId, 'audio', ({ subscribed, mid }) => subscribed && mid === null);
    ada.send({ type: 'update-self', tracks: { audio: false } });
    await bob.track(ada.sessionId, 'audio', ({ state, mid }) => state === 'off' && mid === null);
    await bob.track(
      eve.sessionId,
      'audio',
      ({ state, mid }) => state === 'playable' && mid === 'a1',
    );
    await eve.renegotiate([HEAR], []);
    await bob.client.until(({ events }) =>
      events.some(
        (event) =>
          event.type === 'participant-updated' &&
          event.participant.sessionId === eve.sessionId &&
          event.participant.tracks.audio === undefined,
      ),
    );
    const before = bob.client.events.length;
    ada.send({ type: 'update-self', tracks: { audio: true } });
    await bob.client.until(({ events }) =>
      events
        .slice(before)
        .some(
          (event) =>
            event.type === 'participant-updated' &&
            event.participant.sessionId === ada.sessionId &&
            event.participant.tracks.audio?.state === 'playable' &&
            event.participant.tracks.audio.mid === 'a1',
        ),
    );
  });

  test('fresh-connection: lines are there again under the names the new offer gives them', async () => {
    const room = openRoom();
    const bob = await join(room, 'Bob', { lines: [HEAR] });
    const ada = await join(room, 'Ada');
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { audio: true } });
    await bob.track(ada.sessionId, 'audio', ({ mid }) => mid === 'a1');
    const next = await createLoopbackClient();
    const lines = [{ ...HEAR, mid: 'a7' }];
    const { sdp } = await room.restart(bob.key, { sdp: addLines(next.offer, lines) });
    next.accept(keepFirstLines(sdp, next.offer));
    await next.until(({ events }) =>
      events.some(
        (event) =>
          event.type === 'participant-updated' && event.participant.tracks.audio?.mid === 'a7',
      ),
    );
    const heard = () => next.packets.find(({ ssrc }) => ssrc === ssrcOn(sdp, 'a7'));
    await until(ada, talk(ada), heard);
    expect(room.members().map(({ userName }) => userName)).toEqual(['Bob', 'Ada']);
    next.close();
  });

  test('names that do not fit the offer are refused, and nothing changes', async () => {
    const room = openRoom();
    const ada = await join(room, 'Ada', { lines: [CAMERA], sends: cameraSends });
    for (const track of [
      { mid: 'none', name: 'x', media: 'audio' as const, on: true },
      { mid: 'cam', name: 'x', media: 'audio' as const, on: true },
    ])
      await expect(ada.renegotiate([CAMERA], [track])).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/^sends: /),
      });
    expect([...(room.members()[0]?.tracks.keys() ?? [])]).toEqual(['audio', 'video']);
  });
});

describe('the lobby', () => {
  test('is neither seen nor sees, says nothing, and is notified when admitted', async () => {
    const asked: unknown[] = [];
    const changed: string[] = [];
    const room = openRoom({
      onMemberChanged: (sessionId) => void changed.push(sessionId),
      onRequest: async (request) => {
        asked.push(request);
        return { granted: true };
      },
    });
    const ada = await join(room, 'Ada');
    const bob = await join(room, 'Bob', { level: 'lobby' });
    expect(bob.answer).toMatchObject({ level: 'lobby', participants: [] });
    bob.send({ type: 'app-message', to: '*', data: 'let me in' });
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { '*': true } });
    bob.send({ type: 'request', id: '1', method: 'set-session-data', params: {} });
    bob.send({ type: 'request', id: '2', method: 'request-access', params: { name: 'Bob' } });
    expect(await bob.event('result', ({ id }) => id === '1')).toMatchObject({
      error: { code: 'not_allowed' },
    });
    expect(await bob.event('result', ({ id }) => id === '2')).toMatchObject({
      value: { granted: true },
    });
    room.send({ type: 'session-data', data: 1 });
    await bob.settled();
    await ada.event('session-data');
    const errors = bob.client.events.filter(({ type }) => type === 'room-error');
    expect(errors).toMatchObject([{ code: 'not_allowed' }, { code: 'not_allowed' }]);
    expect(ada.client.events.map(({ type }) => type)).toEqual(['session-data']);
    expect(bob.client.events.some(({ type }) => type === 'session-data')).toBe(false);
    expect(asked).toMatchObject([{ sessionId: bob.sessionId, method: 'request-access' }]);
    expect(room.members().map(({ level }) => level)).toEqual(['full', 'lobby']);

    expect(room.admit(bob.sessionId)).toBe(true);
    expect(room.admit(bob.sessionId)).toBe(false);
    expect((await bob.event('access')).participants.map(({ userName }) => userName)).toEqual([
      'Ada',
    ]);
    const joined = await ada.event('participant-joined');
    expect(joined.participant.sessionId).toBe(bob.sessionId);
    expect(changed).toContain(bob.sessionId);
  });
});

describe('permissions', () => {
  const nothing: Partial<Permissions> = { canSend: false, canReceive: { base: false } };

  test('decide what is forwarded, and are sent', async () => {
    const room = openRoom();
    const ada = await join(room, 'Ada', { permissions: nothing });
    const bob = await join(room, 'Bob', { lines: [HEAR] });
    expect(bob.answer.participants[0]).toMatchObject({
      permissions: { canSend: false },
      tracks: { audio: { state: 'off', off: 'permission' } },
    });
    bob.send({ type: 'subscribe', sessionId: ada.sessionId, tracks: { audio: true } });
    await bob.track(ada.sessionId, 'audio', ({ subscribed }) => subscribed);
    for (let turn = 0; turn < 5; turn++) talk(ada)(turn);
    await ada.settled();
    await bob.settled();
    expect(bob.client.packets).toEqual([]);
    const seenByAda = await ada.event('participant-joined');
    expect(seenByAda.participant.tracks.audio).toMatchObject({ state: 'off', off: 'permission' });
    room.updatePermissions(ada.sessionId, { canSend: ['audio'] });
    await bob.track(ada.sessionId, 'audio', ({ state }) => state === 'playable');
    expect((await ada.event('self-updated')).permissions).toMatchObject({ canSend: ['audio'] });
    await until(
      bob,
      (turn) => talk(ada)(100 + turn),
      () => bob.client.packets[0],
    );
  });

  test('who has no presence is not there for others', async () => {
    const room = openRoom();
    const bob = await join(room, 'Bob');
    const ada = await join(room, 'Ada', { permissions: { hasPresence: false } });
    expect(ada.answer.participants.length).toBe(1);
    await bob.settled();
    expect(bob.client.events.some(({ type }) => type === 'participant-joined')).toBe(false);
    room.updatePermissions(ada.sessionId, { hasPresence: true });
    await bob.event('participant-joined');
    room.updatePermissions(ada.sessionId, { hasPresence: false });
    await bob.event('participant-left');
  });

  test('what others switch off stays off until its sender turns it on', async () => {
    const room = openRoom();
    const [bob, ada] = [await join(room, 'Bob', { lines: [HEAR] }), await join(room, 'Ada')];
    room.switchOff(ada.sessionId, ['audio', 'none']);
    expect((await ada.event('self-updated')).tracksOff).toEqual(['audio', 'none']);
    await bob.track(ada.sessionId, 'audio', ({ off }) => off === 'remote-request');
    ada.send({ type: 'update-self', tracks: { audio: false } });
    ada.send({ type: 'update-self', tracks: { audio: true } });
    await bob.track(ada.sessionId, 'audio', ({ off, state }) => !off && state === 'sendable');
  });
});

describe('the server', () => {
  test('answers requests once, with the error it is given, and removes participants', async () => {
    const left: string[] = [];
    const room = openRoom({
      onParticipantLeft: (_, reason) => void left.push(reason),
      onRequest: async ({ method }) => {
        if (method === 'mine') throw new RoomError('conflict', 'There is one already.');
        throw new Error('secret');
      },
    });
    const ada = await join(room, 'Ada');
    const ask = async (id: string, method: string, params: unknown = {}) => {
      ada.send({ type: 'request', id, method, params });
      return (await ada.event('result', (result) => result.id === id)).error;
    };
    expect(await ask('1', 'mine')).toEqual({ code: 'conflict', message: 'There is one already.' });
    expect(await ask('2', 'theirs')).toMatchObject({ code: 'internal' });
    expect((await ask('3', 'theirs'))?.message).not.toContain('secret');
    expect(await ask('4', 'set-receive-layer')).toMatchObject({ code: 'bad_request' });
    const everyone = { sessionId: '*', track: 'video', layer: 1 };
    expect(await ask('5', 'set-receive-layer', everyone)).toBeUndefined();
    for (let id = 0; id < 60; id++)
      ada.send({ type: 'request', id: `many ${id}`, method: 'mine', params: {} });
    await ada.event('result', ({ error }) => error?.code === 'rate_limited');
    expect(room.eject(ada.sessionId, 'ejected', 'Out.')).toBe(true);
    expect(await ada.event('room-left')).toMatchObject({ reason: 'ejected', message: 'Out.' });
    expect([room.eject(ada.sessionId), left]).toEqual([false, ['ejected']]);
    await ada.client.until(({ states }) => states.includes('closed'));
  });

  test('listens to a track as it is sent, and hears when it ends', async () => {
    const room = openRoom();
    const ada = await join(room, 'Ada');
    expect(room.observeTrack(ada.sessionId, 'video', { onPacket() {}, onEnded() {} })).toBeNull();
    const packets: TrackPacket[] = [];
    const ends: string[] = [];
    const observer = (name: string) => ({
      onPacket: (packet: TrackPacket) => void packets.push(packet),
      onEnded: () => void ends.push(name),
    });
    const stop = room.observeTrack(ada.sessionId, 'audio', observer('stopped'));
    room.observeTrack(ada.sessionId, 'audio', observer('kept'));
    await until(ada, talk(ada), () => packets.length >= 2);
    expect([...(packets[0]?.payload ?? [])]).toEqual([...(packets[1]?.payload ?? [])]);
    stop?.();
    room.leave(ada.key);
    expect(ends).toEqual(['kept']);
  });

  test('plays sound and pictures to who asks for them, also in the middle', async () => {
    const room = openRoom();
    const source = room.addPlayer({ userName: 'Player', sampleRate: 48_000 });
    source.sendVideoFrame(Uint8Array.of(0x00, 1, 2), 0);
    source.sendVideoFrame(Uint8Array.of(0x01, 1), 40);
    const bob = await join(room, 'Bob', { lines: [HEAR, WATCH] });
    expect(bob.answer.participants[0]).toMatchObject({
      participantType: 'remote-media-player',
      tracks: { rmpAudio: { media: 'audio' }, rmpVideo: { media: 'video' } },
    });
    bob.send({ type: 'subscribe', sessionId: source.sessionId, tracks: { '*': true } });
    const video = ssrcOn(bob.answer.sdp, 'v1');
    const pictures = await bob.client.until(({ packets }) => {
      const found = packets.filter(({ ssrc }) => ssrc === video);
      return found.length >= 2 && found;
    });
    expect(pictures.map(({ payload }) => [...payload.subarray(4)])).toEqual([
      [0, 1, 2],
      [1, 1],
    ]);
    source.output.write(new Int16Array(9_600));
    const audio = ssrcOn(bob.answer.sdp, 'a1');
    await bob.client.until(({ packets }) => packets.some(({ ssrc }) => ssrc === audio));
    source.setTracks({ audio: true, video: false });
    await bob.track(source.sessionId, 'rmpVideo', ({ state }) => state === 'off');
    source.leave();
    await bob.event('participant-left');
  });
});
