import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { socketsOf } from '../looking/sockets-of.ts';
import { ports } from './ports.ts';

async function takeTcp(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function takeUdp(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

/** Was free a moment ago. */
async function freeTcp(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const serverHere = async () => ({
  pid: process.pid,
  url: null,
  sockets: await socketsOf(process.pid),
});

it('finds ports free, and any taken where none is set', async () => {
  const port = await freeTcp();
  expect(await findingsOf(ports, testScene({ env: { PORT: String(port) } }))).toEqual([
    `ok: TCP port ${port} (PORT) is free.`,
    'ok: UDP_PORT is not set: every start takes a free UDP port.',
  ]);
});

it('names the setting whose port another program has', async () => {
  const [tcp, udp, relay] = [await takeTcp(), await takeUdp(), await takeUdp()];
  const env = {
    PORT: String(tcp),
    UDP_PORT: String(udp),
    RELAY_UDP_PORT: String(relay),
    ICE_SERVERS: '[{"urls":"turn:turn.school.example"}]',
    TURN_SECRET: 'shared with the TURN server',
  };
  expect(await findingsOf(ports, testScene({ env }))).toEqual([
    `fail: TCP port ${tcp} (PORT) is taken by another program.`,
    `fail: UDP port ${udp} (UDP_PORT) is taken by another program.`,
    `fail: UDP port ${relay} (RELAY_UDP_PORT) is taken by another program.`,
  ]);
});

it('tells an address that this machine does not have', async () => {
  const env = { PORT: '18787', HOST: '192.0.2.1', MEDIA_HOST: '192.0.2.1', UDP_PORT: '40000' };
  expect(await findingsOf(ports, testScene({ env }))).toEqual([
    'fail: TCP port 18787 (PORT) cannot be opened at 192.0.2.1: this machine has no such address.',
    'fail: UDP port 40000 (UDP_PORT) cannot be opened at 192.0.2.1: this machine has no such address.',
  ]);
});

it('warns where calls from elsewhere would find another UDP port after each start', async () => {
  const [, udp] = await ports.run(testScene({ env: { PUBLIC_URL: 'https://school.example' } }));
  expect(udp).toMatchObject({ status: 'warn', mend: expect.stringContaining('Set UDP_PORT') });
});

it('knows the ports of the server that runs', async () => {
  const env = { PORT: String(await takeTcp()), UDP_PORT: String(await takeUdp()) };
  expect(await findingsOf(ports, testScene({ env, server: await serverHere() }))).toEqual([
    `ok: TCP port ${env.PORT} (PORT) is held by this server.`,
    `ok: UDP port ${env.UDP_PORT} (UDP_PORT) is held by this server.`,
  ]);
});

it('tells a server that was started with other settings', async () => {
  const env = { PORT: String(await freeTcp()) };
  const [tcp] = await ports.run(testScene({ env, server: await serverHere() }));
  expect(tcp).toMatchObject({ status: 'fail', mend: expect.stringContaining('Restart') });
});
