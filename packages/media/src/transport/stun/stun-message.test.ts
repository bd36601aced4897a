import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { addressOctets } from './address-octets.ts';
import { composeStun, isSignedWith, parseStun, USERNAME, xorAddress } from './stun-message.ts';

/** RFC 5769, 2.1 and 2.2. */
const PASSWORD = 'VOkJxbRl1RmTxUk/WvJxBt';
const REQUEST = Buffer.from(
  '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74' +
    '002400046e0001ff80290008932ff9b151263b36000600096576746a3a68367659202020' +
    '000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
  'hex',
);
const RESPONSE_ADDRESS = '0001a147e112a643';

test('reads a request, and knows whose it is', () => {
  const message = parseStun(REQUEST);
  expect(message?.type).toBe(1);
  expect(message?.attributes.find(([type]) => type === USERNAME)?.[1].toString()).toBe('evtj:h6vY');
  expect(message && isSignedWith(REQUEST, message, PASSWORD)).toBe(true);
  expect(message && isSignedWith(REQUEST, message, 'another')).toBe(false);
});

test('what was changed on the way is not genuine', () => {
  const changed = Buffer.from(REQUEST);
  changed[48] = 7;
  const message = parseStun(changed);
  expect(message && isSignedWith(changed, message, PASSWORD)).toBe(false);
});

test('signs what it composes, with a fingerprint', () => {
  const message = parseStun(REQUEST);
  if (message === null) throw new Error('not read');
  const composed = composeStun(message, 'another');
  const again = parseStun(composed);
  expect(again?.attributes).toEqual(message.attributes);
  expect(again && isSignedWith(composed, again, 'another')).toBe(true);
  const fingerprint = composed.readUInt32BE(composed.length - 4);
  expect(fingerprint).toBe((crc32(composed.subarray(0, -8)) ^ 0x5354554e) >>> 0);
});

test.each([
  ['too short', REQUEST.subarray(0, 12)],
  ['cut off', REQUEST.subarray(0, -4)],
  ['media', Buffer.alloc(100, 0x90)],
  ['an attribute longer than the message', Buffer.from(REQUEST).fill(0xff, 22, 24)],
])('%s is none', (_, data) => {
  expect(parseStun(data)).toBeNull();
});

test.each([
  ['192.0.2.1', 'c0000201'],
  ['::ffff:192.0.2.1', 'c0000201'],
  ['2001:db8::7', '20010db8000000000000000000000007'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001'],
  ['::', '00'.repeat(16)],
])('%s as octets', (address, hex) => {
  expect(addressOctets(address).toString('hex')).toBe(hex);
});

test('writes an address as RFC 5769 does', () => {
  const cookie = REQUEST.subarray(4, 20);
  const written = xorAddress(addressOctets('192.0.2.1'), 32_853, cookie);
  expect(written.toString('hex')).toBe(RESPONSE_ADDRESS);
});
