import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createListeningServer } from '../../../../testing/server/listening-server.ts';

const BOTH = { listenEnabled: true, controlEnabled: true };

describeWithServer('the monitor of a call', (server) => {
  async function talk(monitorPlan: object | null, key?: string) {
    const body = { assistant: { monitorPlan } };
    const made = await server().send('POST', '/call/web', { body, ...(key && { key }) });
    expect(made.status, JSON.stringify(made.json)).toBe(201);
    const room = server().parts.media.last();
    await room.join({ sdp: 'v=0' });
    const start = async () => {
      room.say('playable');
      const conversation = server().parts.conversations.last();
      await expect.poll(() => conversation.started).toBe(true);
      return conversation;
    };
    return { json: made.json, id: made.json.id as string, room, start };
  }
  const steer = (url: string, body: object) =>
    server().send('POST', new URL(url).pathname, { body, key: null });

  it('has the addresses that its plan allows, for editors alone', async () => {
    const { id, json } = await talk(BOTH);
    expect(json.monitor).toEqual({
      listenUrl: expect.stringMatching(/^ws:\/\/localhost\/call\/[\w-]+\/listen\/\d+\.[\w-]{43}$/),
      controlUrl: expect.stringMatching(/^http:\/\/localhost\/call\/[\w-]+\/control\/\d+\./),
    });
    expect((await server().send('GET', `/call/${id}`)).json.monitor).toBeDefined();
    const viewer = await server().addToken({ kind: 'private', name: 'viewer', role: 'viewer' });
    expect(
      (await server().send('GET', `/call/${id}`, { key: viewer })).json.monitor,
    ).toBeUndefined();
    expect((await talk({ controlEnabled: true })).json.monitor).toEqual({
      controlUrl: expect.any(String),
    });
    expect((await talk(null)).json.monitor).toBeUndefined();
  });

  it('steers it as a page would, and ends it', async () => {
    const { id, json, room, start } = await talk(BOTH);
    const { controlUrl } = json.monitor;
    const early = await steer(controlUrl, { type: 'say', content: 'Hello.' });
    expect([early.status, early.json.code]).toEqual([409, 'conflict']);
    const conversation = await start();
    const say = { type: 'say', content: 'A moment, please.', endCallAfterSpoken: true };
    expect((await steer(controlUrl, say)).status).toBe(200);
    const context = { role: 'system', content: 'The caller is known.' };
    await steer(controlUrl, { type: 'add-message', message: context });
    await steer(controlUrl, { type: 'control', control: 'mute-assistant' });
    expect(conversation.messages).toMatchObject([
      { type: 'say', message: 'A moment, please.', endCallAfterSpoken: true },
      { type: 'add-message', message: context },
      { type: 'control', control: 'mute-assistant' },
    ]);
    expect((await steer(controlUrl, { type: 'transfer' })).status).toBe(400);
    await steer(controlUrl, { type: 'end-call' });
    await expect.poll(() => room.closedWith).not.toBeNull();
    expect((await server().send('GET', `/call/${id}`)).json).toMatchObject({
      endedReason: 'manually-canceled',
    });
    expect((await steer(controlUrl, say)).status).toBe(404);
  });

  it('is closed to other keys, other calls and after an hour', async () => {
    const { json } = await talk(BOTH);
    const { controlUrl, listenUrl } = json.monitor;
    const other = (await talk({ listenEnabled: true })).id;
    const key = controlUrl.split('/').at(-1);
    for (const url of [
      `http://localhost/call/${other}/control/${key}`,
      controlUrl.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
      `${controlUrl.split('/control/')[0]}/control/${listenUrl.split('/').at(-1)}`,
    ])
      expect((await steer(url, { type: 'end-call' })).status).toBe(404);
    server().clock.advance(3_601_000);
    expect((await steer(controlUrl, { type: 'end-call' })).status).toBe(404);
  });
});

it('lets a listener hear until the call ends, and nobody else', async () => {
  const server = await createListeningServer(await openTestPglite());
  const client = async (path: string, body: object) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.privateKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<{ id: string; monitor: { listenUrl: string } }>;
  };
  const { id, monitor } = await client('/call/web', { assistant: { monitorPlan: BOTH } });
  const room = server.parts.media.last();
  await room.join({ sdp: 'v=0' });
  const refused = new WebSocket(monitor.listenUrl.replace('/listen/', '/listen/1'));
  const [error] = await once(refused, 'error');
  expect(String(error)).toContain('404');
  const listener = new WebSocket(monitor.listenUrl);
  const heard: (string | Int16Array)[] = [];
  listener.on('message', (data: Buffer, isBinary) =>
    heard.push(isBinary ? new Int16Array(new Uint8Array(data).buffer) : String(data)),
  );
  await once(listener, 'open');
  await expect.poll(() => heard.length).toBe(1);
  expect(JSON.parse(String(heard[0]))).toEqual({
    type: 'start',
    encoding: 'linear16',
    container: 'raw',
    sampleRate: 16_000,
    channels: 2,
  });
  room.hear(new Int16Array(320).fill(7));
  server.clock.advance(20);
  await expect.poll(() => heard.length).toBe(2);
  const frame = heard[1] as Int16Array;
  expect(frame).toHaveLength(640);
  expect([frame[0], frame[1]]).toEqual([7, 0]);
  const closed = once(listener, 'close');
  await server.live.end(id, 'manually-canceled');
  expect((await closed)[0]).toBe(1_000);
  const late = new WebSocket(monitor.listenUrl);
  expect(String((await once(late, 'error'))[0])).toContain('404');
  await server.close();
});

/** What a server answers to a request that is sent as it stands. */
async function sendRaw(origin: string, lines: readonly string[], more = ''): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write([...lines, 'Host: localhost', '', more].join('\r\n'), 'latin1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  await once(socket, 'close');
  return answer;
}

const SOCKET = [
  ...['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

it('answers who asks for another protocol, or for an address that is none', async () => {
  const server = await createListeningServer(await openTestPglite());
  // Java and curl ask for HTTP/2 so, and go on as before where they do not get it.
  const h2c = [
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMA',
  ];
  const health = await sendRaw(server.origin, ['GET /healthz HTTP/1.1', ...h2c]);
  expect(health).toMatch(/^HTTP\/1.1 200 /);
  for (const target of ['//', '//a:99999/', '/call/x/listen/y'])
    expect(await sendRaw(server.origin, [`GET ${target} HTTP/1.1`, ...SOCKET])).toMatch(
      /^HTTP\/1.1 4\d\d /,
    );
  await server.close();
});

it('outlives a listener who is turned away and sends what is no frame', async () => {
  const server = await createListeningServer(await openTestPglite());
  const made = await fetch(`${server.origin}/call/web`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.privateKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ assistant: { monitorPlan: BOTH } }),
  });
  const { monitor } = (await made.json()) as { monitor: { listenUrl: string } };
  const listeners = Array.from({ length: 5 }, () => new WebSocket(monitor.listenUrl));
  await Promise.all(listeners.map((one) => once(one, 'open')));
  const { pathname } = new URL(monitor.listenUrl);
  // No frame of a websocket begins so.
  const sixth = await sendRaw(server.origin, [`GET ${pathname} HTTP/1.1`, ...SOCKET], '\xff\xff');
  expect(sixth).toMatch(/^HTTP\/1.1 101 /);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  for (const one of listeners) one.terminate();
  await server.close();
});
