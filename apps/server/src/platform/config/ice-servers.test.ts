import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIceServers } from './ice-servers.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const STUN = { urls: 'stun:stun.example.org' };
const TURN = { urls: ['turn:turn.example.org', 'turns:turn.example.org:443?transport=tcp'] };
const OWN = { urls: 'turn:old.example.org', username: 'kindling', credential: 'long-lived' };

it('signs credentials that end by themselves, others for each visitor', () => {
  const turnSecret = 'shared with coturn';
  const give = createIceServers({ servers: [STUN, TURN, OWN], turnSecret }, () => NOW);
  const [stun, turn, own] = give();
  expect([stun, own]).toEqual([STUN, OWN]);
  const [until, name] = turn?.username?.split(':') ?? [];
  expect(Number(until)).toBe(NOW / 1_000 + 12 * 3_600);
  expect(name).toMatch(/^[\w-]{12}$/);
  expect(turn).toEqual({
    urls: TURN.urls,
    username: turn?.username,
    credential: createHmac('sha1', turnSecret)
      .update(turn?.username ?? '')
      .digest('base64'),
  });
  expect(give()[1]?.username).not.toBe(turn?.username);
});

it('gives what the operator wrote when there is no secret', () => {
  const servers = [STUN, OWN];
  expect(createIceServers({ servers, turnSecret: null }, () => NOW)()).toEqual(servers);
});
