import { expect, test } from 'vitest';
import { mayReceive, maySend, resolvePermissions } from './permissions.ts';
import { createSubscriptions } from './subscriptions.ts';

test('absent permissions are everything, and administration for owners', () => {
  expect(resolvePermissions()).toEqual({
    hasPresence: true,
    canSend: true,
    canReceive: { base: true },
    canAdmin: false,
  });
  expect(resolvePermissions({ canSend: false }, true)).toMatchObject({
    canSend: false,
    canAdmin: true,
  });
});

test('custom tracks go by their kind', () => {
  const permissions = resolvePermissions({ canSend: ['audio', 'customVideo'] });
  expect(maySend(permissions, 'audio', 'audio')).toBe(true);
  expect(maySend(permissions, 'video', 'video')).toBe(false);
  expect(maySend(permissions, 'whiteboard', 'video')).toBe(true);
  expect(maySend(permissions, 'music', 'audio')).toBe(false);
});

test('the closest rule that speaks of a track decides whether it is received', () => {
  const { canReceive } = resolvePermissions({
    canReceive: {
      base: { audio: false, customAudio: { music: true, '*': false } },
      byUserId: { teacher: true, quiet: { video: false } },
      byParticipantId: { s1: { screenVideo: false } },
    },
  });
  const may = (sessionId: string, userId: string, name: string, media: 'audio' | 'video') =>
    mayReceive(resolvePermissions({ canReceive }), { sessionId, userId }, { name, media });
  expect(may('s9', 'u', 'audio', 'audio')).toBe(false);
  expect(may('s9', 'u', 'video', 'video')).toBe(true);
  expect(may('s9', 'u', 'music', 'audio')).toBe(true);
  expect(may('s9', 'u', 'noise', 'audio')).toBe(false);
  expect(may('s9', 'teacher', 'audio', 'audio')).toBe(true);
  expect(may('s1', 'teacher', 'screenVideo', 'video')).toBe(false);
  expect(may('s1', 'quiet', 'video', 'video')).toBe(false);
});

test('a wish for all is for those to come too, and forgets single ones', () => {
  const subscriptions = createSubscriptions();
  subscriptions.set('ada', { video: false, audio: true });
  expect(subscriptions.wants('ada', 'screenVideo')).toBe(false);
  subscriptions.set('ada', { '*': true });
  expect(subscriptions.wants('ada', 'video')).toBe(true);
  subscriptions.set('ada', { video: false });
  expect(['video', 'audio'].map((name) => subscriptions.wants('ada', name))).toEqual([false, true]);
  subscriptions.set('bob', { audio: true });
  subscriptions.set('ada', { '*': false });
  subscriptions.set('ada', { audio: true });
  expect([...subscriptions.sessionIds]).toEqual(['bob', 'ada']);
  subscriptions.setLayer('*', 'video', 0);
  subscriptions.setLayer('ada', 'video', 2);
  expect([subscriptions.layerOf('ada', 'video'), subscriptions.layerOf('bob', 'video')]).toEqual([
    2, 0,
  ]);
});
