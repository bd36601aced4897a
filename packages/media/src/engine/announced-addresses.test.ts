import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { MediaEngine } from '../port.ts';
import { createLoopbackClient, type LoopbackClient } from '../testing/loopback-client.ts';
import { createMediaEngine } from './create-media-engine.ts';

let engine: MediaEngine | null = null;
let client: LoopbackClient | null = null;

afterEach(async () => {
  client?.close();
  await engine?.close();
});

async function join() {
  engine = await createMediaEngine({ udpPort: 0, announceLoopback: true });
  client = await createLoopbackClient();
  const room = engine.createRoom({ name: 'r', path: '/room/r', maxParticipants: 2 });
  const { sdp } = await room.join({ sdp: client.offer, userName: 'Ada' });
  return { client, sdp, udpPort: engine.udpPort };
}

const addressesOf = (sdp: string) =>
  [...sdp.matchAll(/^a=candidate:(.*)$/gm)].map(([, fields]) => fields?.split(' ')[4]);

test('announces the interfaces of the machine and loopback, and is reached by loopback', async () => {
  const { client, sdp } = await join();
  const interfaces = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  expect(addressesOf(sdp)).toEqual(expect.arrayContaining([...interfaces, '127.0.0.1']));
  const loopbackOnly = sdp.replace(/^a=candidate:(?!loopback).*\r\n/gm, '');
  expect(addressesOf(loopbackOnly)).toEqual(['127.0.0.1']);
  await client.connect(loopbackOnly);
});

test('answers only clients that a call was opened for', async () => {
  const { client, sdp, udpPort } = await join();
  const stranger = createSocket('udp4');
  const answers: Buffer[] = [];
  stranger.on('message', (message) => answers.push(message));
  const ufrag = /^a=ice-ufrag:(.*)\r$/m.exec(sdp)?.[1] ?? '';
  const requests = [
    bindingRequest(null),
    bindingRequest('nobody:nobody'),
    // The right name without the password.
    bindingRequest(`${ufrag}:abcd`),
    Buffer.from('hello'),
    Buffer.from([22, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.alloc(1_200, 128),
  ];
  for (const request of requests)
    await new Promise<void>((resolve) => {
      stranger.send(request, udpPort, '127.0.0.1', () => resolve());
    });
  // The socket takes datagrams in order: once a call has come up, the stranger's have been read.
  await client.connect(sdp);
  stranger.close();
  expect(answers.map((answer) => answer.toString('hex'))).toEqual([]);
});

/** STUN (RFC 8489), with a user name and without message integrity. */
function bindingRequest(username: string | null): Buffer {
  const name = Buffer.from(username ?? '');
  const padded = Math.ceil(name.length / 4) * 4;
  const attribute = Buffer.alloc(username === null ? 0 : 4 + padded);
  if (username !== null) {
    attribute.writeUInt16BE(0x0006, 0);
    attribute.writeUInt16BE(name.length, 2);
    name.copy(attribute, 4);
  }
  const header = Buffer.alloc(20);
  header.writeUInt16BE(0x0001, 0);
  header.writeUInt16BE(attribute.length, 2);
  header.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([header, attribute]);
}
