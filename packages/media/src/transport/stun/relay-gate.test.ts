import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOctets } from './address-octets.ts';
import { openRelayGate, type RelayGate } from './relay-gate.ts';
import {
  BINDING_REQUEST,
  BINDING_SUCCESS,
  composeStun,
  ICE_CONTROLLING,
  isSignedWith,
  parseStun,
  USERNAME,
  XOR_MAPPED_ADDRESS,
  xorAddress,
} from './stun-message.ts';

const PASSWORD = 'of the answer that the browser got';
const COOKIE = Buffer.from('2112a442b7e7a701bc34d686fa87dfae', 'hex');
const LOCALHOST = '127.0.0.1';

let gate: RelayGate;
/** In the places of the native library, and of a TURN server's relay. */
let media: Socket;
let relay: Socket;
let shutOut: () => void;

beforeEach(async () => {
  [media, relay] = await Promise.all([openSocket(), openSocket()]);
  const mediaPort = media.address().port;
  gate = await openRelayGate({ port: 0, bindAddress: LOCALHOST, mediaPort });
  shutOut = gate.admit('mine', PASSWORD);
});

afterEach(async () => {
  await gate.close();
  media.close();
  relay.close();
});

async function openSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, LOCALHOST);
  await once(socket, 'listening');
  return socket;
}

function check(
  tieBreaker: string,
  { password = PASSWORD, ufrag = 'mine', cookie = COOKIE } = {},
): Buffer {
  const attributes = [
    [USERNAME, Buffer.from(`${ufrag}:theirs`)],
    [ICE_CONTROLLING, Buffer.from(tieBreaker, 'hex')],
  ] as const;
  return composeStun({ type: BINDING_REQUEST, cookie, attributes }, password);
}

const NONE = '0000000000000000';
const RANDOM = '4fbd175d41c98dbe';
const send = (data: Buffer | string) => relay.send(data, gate.port, LOCALHOST);
const arrival = async (socket: Socket) => {
  const [data, from] = (await once(socket, 'message')) as [Buffer, { port: number }];
  return { data, from };
};

test('a check without tie-breaker arrives with one, and signed', async () => {
  send(check(NONE));
  const { data } = await arrival(media);
  const message = parseStun(data);
  expect(message && isSignedWith(data, message, PASSWORD)).toBe(true);
  const attributes = new Map(message?.attributes);
  expect(attributes.get(ICE_CONTROLLING)?.toString('hex')).toBe('0000000000000001');
  expect(attributes.get(USERNAME)?.toString()).toBe('mine:theirs');
});

test('the browser gets the address of its relay, not of the gate', async () => {
  send(check(NONE));
  const { from } = await arrival(media);
  const seen = xorAddress(addressOctets(LOCALHOST), from.port, COOKIE);
  const attributes = [[XOR_MAPPED_ADDRESS, seen]] as const;
  const success = composeStun({ type: BINDING_SUCCESS, cookie: COOKIE, attributes }, PASSWORD);
  media.send(success, from.port, LOCALHOST);
  const { data } = await arrival(relay);
  const message = parseStun(data);
  expect(message && isSignedWith(data, message, PASSWORD)).toBe(true);
  expect(message?.attributes).toEqual([
    [XOR_MAPPED_ADDRESS, xorAddress(addressOctets(LOCALHOST), relay.address().port, COOKIE)],
  ]);
});

test('everything else follows as it is, both ways', async () => {
  send(check(NONE));
  const { from } = await arrival(media);
  send('media');
  expect((await arrival(media)).data.toString()).toBe('media');
  media.send('answer', from.port, LOCALHOST);
  expect((await arrival(relay)).data.toString()).toBe('answer');
});

test.each([
  ['a check with a tie-breaker: it came directly', check(RANDOM)],
  ['a check signed with another password', check(NONE, { password: 'guessed' })],
  ['a check for a connection that is not there', check(NONE, { ufrag: 'other' })],
  ['media of a sender without a check', Buffer.from('media')],
])('does not pass on %s', async (_, data) => {
  send(data);
  // On the same socket, after it: what comes first was passed on first.
  const next = Buffer.from(COOKIE).fill(7, 4);
  send(check(NONE, { cookie: next }));
  expect(parseStun((await arrival(media)).data)?.cookie).toEqual(next);
});

test('who was shut out is not heard any more', async () => {
  send(check(NONE));
  await arrival(media);
  shutOut();
  send('late');
  send(check(NONE));
  const shutOther = gate.admit('other', PASSWORD);
  send(check(NONE, { ufrag: 'other' }));
  const attributes = new Map(parseStun((await arrival(media)).data)?.attributes);
  expect(attributes.get(USERNAME)?.toString()).toBe('other:theirs');
  shutOther();
});

test('binds the given port, or reports that it is in use', async () => {
  const place = { bindAddress: LOCALHOST, mediaPort: media.address().port };
  await expect(openRelayGate({ ...place, port: gate.port })).rejects.toThrow('EADDRINUSE');
});
