import { expect, test } from 'vitest';
import { announcedCandidates } from './announced-candidates.ts';

const LAN = '1 1 UDP 2114977791 10.0.0.5 4000 typ host';
const LAN_V6 = '2 1 UDP 2116026111 fd00::2 4000 typ host';
const LOOPBACK = 'loopback 1 UDP 2113929471 127.0.0.1 4000 typ host';
const options = { udpPort: 4_000, publicAddress: undefined, announceLoopback: false };

test('every interface once', () => {
  expect(announcedCandidates([LAN, LAN_V6, LAN], options)).toEqual([LAN, LAN_V6]);
});

test('loopback after them where browsers may run on this machine, and never twice', () => {
  const local = { ...options, announceLoopback: true };
  expect(announcedCandidates([LAN], local)).toEqual([LAN, LOOPBACK]);
  const bound = '1 1 UDP 2114977791 127.0.0.1 4000 typ host';
  expect(announcedCandidates([bound], local)).toEqual([bound]);
});

test('loopback alone on a machine without any interface', () => {
  expect(announcedCandidates([], options)).toEqual([LOOPBACK]);
});

test('a port for who comes through TURN beside each that a TURN server can reach', () => {
  const relayed = { ...options, announceLoopback: true, relayPort: 5_000 };
  expect(announcedCandidates([LAN], relayed)).toEqual([
    ...[LAN, LOOPBACK, '1r 1 UDP 1057488895 10.0.0.5 5000 typ host'],
  ]);
  expect(announcedCandidates([], { ...relayed, publicAddress: '203.0.113.9' })).toEqual([
    '1 1 UDP 2114977791 203.0.113.9 4000 typ host',
    '1r 1 UDP 1057488895 203.0.113.9 5000 typ host',
  ]);
});

test.each([
  ['203.0.113.9', '1 1 UDP 2114977791 203.0.113.9 4000 typ host'],
  ['2001:db8::9', '2 1 UDP 2114977791 2001:db8::9 4000 typ host'],
])('the public address %s in place of everything, gathered or not', (publicAddress, expected) => {
  const behindNat = { ...options, announceLoopback: true, publicAddress };
  expect(announcedCandidates([LAN, LAN_V6], behindNat)).toEqual([expected]);
  expect(announcedCandidates([], behindNat)).toEqual([expected]);
});
