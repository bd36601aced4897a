import { roomAnswerSchema, roomEventSchema } from '@kindling/protocol/room';
import { describe, expect, it } from 'vitest';
import { isRoomAnswer, parseRoomEvent } from './wire-guards.ts';

const participant = {
  sessionId: 'agent',
  userName: 'Vapi Speaker',
  owner: false,
  joinedAt: 1,
  tracks: { audio: { state: 'playable', subscribed: true, mid: '0' } },
};
const answer = {
  sdp: 'v=0',
  sessionId: 'me',
  location: '/room/a/b',
  iceServers: [{ urls: 'stun:x' }],
  participants: [participant],
};

const without = (key: string, from: object) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));

describe('the guards agree with the schemas of the protocol', () => {
  it.each([
    answer,
    ...Object.keys(answer).map((key) => without(key, answer)),
    { ...answer, participants: [{ ...participant, tracks: { audio: { state: 'loud' } } }] },
    { ...answer, iceServers: [{}] },
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
    { type: 'unheard-of' },
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
