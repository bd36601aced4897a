import { roomAnswerSchema, roomEventSchema } from '@kindling/protocol/room';
import { describe, expect, it } from 'vitest';
import { isRoomAnswer, parseRoomEvent } from './wire-guards.ts';

const participant = {
  sessionId: 'agent',
  userName: 'Vapi Speaker',
  owner: false,
  joinedAt: 1,
  tracks: { audio: { media: 'audio', state: 'playable', subscribed: true, mid: '0' } },
};
const answer = {
  sdp: 'v=0',
  sessionId: 'me',
  location: '/room/a/b',
  iceServers: [{ urls: 'stun:x' }],
  participants: [participant],
};

const track = { media: 'audio', state: 'playable', subscribed: true, mid: null, off: 'permission' };
const permissions = {
  hasPresence: true,
  canSend: ['video'],
  canReceive: { base: { video: false }, byUserId: { u: true } },
  canAdmin: false,
};
const room = { id: 'r', name: 'r', config: {}, tokenConfig: {} };
const player = { state: 'playing', settings: { state: 'play', volume: 1 } };
const waiting = { id: 'w', name: 'W', awaitingAccess: { level: 'full' } };
const caption = { instanceId: 'i', sessionId: 's', track: 'audio', text: 'hi', timestamp: 1 };

const without = (key: string, from: object) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));

describe('the guards agree with the schemas of the protocol', () => {
  it.each([
    answer,
    ...Object.keys(answer).map((key) => without(key, answer)),
    { ...answer, participants: [{ ...participant, tracks: { audio: { state: 'loud' } } }] },
    { ...answer, participants: [{ ...participant, tracks: { audio: { ...track, mid: 1 } } }] },
    { ...answer, participants: [{ ...participant, tracks: { mine: { ...track, off: 'x' } } }] },
    { ...answer, participants: [{ ...participant, participantType: 'ghost' }] },
    { ...answer, iceServers: [{}] },
    { ...answer, level: 'lobby', owner: true, userId: 'u', ejectAt: 5, meetingId: 'm', room },
    { ...answer, level: 'none' },
    { ...answer, permissions },
    { ...answer, permissions: { ...permissions, canReceive: {} } },
    { ...answer, room: { id: 'x' } },
    null,
    'text',
  ])('answer %#', (value) => {
    expect(isRoomAnswer(value)).toBe(roomAnswerSchema.safeParse(value).success);
  });

  it.each([
    { type: 'participant-joined', participant },
    { type: 'participant-updated', participant: without('tracks', participant) },
    { type: 'participant-left', sessionId: 'x' },
    { type: 'participant-left' },
    { type: 'app-message', from: 'x', data: { any: 1 } },
    { type: 'app-message', data: 1 },
    { type: 'room-left', reason: 'ended', message: '' },
    { type: 'room-error', code: 'x', message: 'y' },
    { type: 'pong', sentAt: 1 },
    { type: 'result', id: '1' },
    { type: 'result', id: '1', value: { any: 1 } },
    { type: 'result', id: '1', error: { code: 'x' } },
    { type: 'access', level: 'full', participants: [participant] },
    { type: 'access', level: 'half', participants: [] },
    { type: 'waiting', change: 'added', participant: waiting },
    { type: 'waiting', change: 'added', participant: { id: 'w' } },
    { type: 'self-updated' },
    { type: 'self-updated', tracksOff: ['audio'], owner: true, permissions },
    { type: 'self-updated', tracksOff: [1] },
    { type: 'active-speaker', sessionId: null },
    { type: 'active-speaker' },
    { type: 'session-data', data: 1 },
    { type: 'recording', change: 'started', instanceId: 'i', layout: { preset: 'x', more: 1 } },
    { type: 'recording', change: 'stopped', instanceId: 'i', duration: '1' },
    { type: 'transcription', change: 'error', instanceId: 'i', errorMsg: 'x' },
    { type: 'transcription', change: 'paused', instanceId: 'i' },
    { type: 'transcription-message', ...caption },
    { type: 'transcription-message', ...caption, timestamp: 'now' },
    { type: 'media-player', change: 'started', sessionId: 's', by: 'me', player },
    { type: 'media-player', change: 'stopped', sessionId: 's', by: 'me', player, reason: 'bored' },
    { type: 'unheard-of' },
    { type: 'toString' },
    [],
  ])('event %#', (value) => {
    const parsed = parseRoomEvent(JSON.stringify(value));
    expect(parsed !== null).toBe(roomEventSchema.safeParse(value).success);
  });

  it('drops what is not JSON', () => {
    expect(parseRoomEvent('{')).toBeNull();
    expect(parseRoomEvent(new ArrayBuffer(2))).toBeNull();
  });
});
