import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestReceiver,
  type TestReceiver,
} from '../../apps/server/testing/receivers/test-receiver.ts';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { type Cluster, type ClusterServer, createCluster } from './cluster-servers.ts';

const postgres: OwnPostgres | null = await startOwnPostgres();
const LONG = { timeout: 60_000 };
const OFFER = 'v=0\r\n';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Json = any;

/** Each test finds what the last one left. */
describe.skipIf(postgres === null)('two servers on one PostgreSQL', () => {
  let cluster: Cluster;
  let a: ClusterServer;
  let b: ClusterServer;
  let receiver: TestReceiver;
  let key: string;

  beforeAll(async () => {
    if (postgres === null) return;
    cluster = await createCluster(postgres, 'servers');
    receiver = await createTestReceiver();
    // At the same moment, on an empty database.
    [a, b] = await Promise.all([cluster.start('a'), cluster.start('b')]);
    await Promise.all([a.ready, b.ready]);
    key = a.privateKey() ?? b.privateKey() ?? '';
  });
  afterAll(async () => {
    await cluster.close();
    await receiver.close();
    await postgres?.stop();
  });

  async function ask(
    server: ClusterServer,
    method: string,
    path: string,
    { body, type = 'application/json' }: { body?: unknown; type?: string } = {},
  ) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const json: Json = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, json };
  }

  const assistant = (fields = {}) => ({ firstMessage: 'Hello.', ...fields });
  async function call(server: ClusterServer, fields = {}): Promise<Json> {
    const made = await ask(server, 'POST', '/call/web', { body: { assistant: assistant(fields) } });
    expect(made.status).toBe(201);
    return { ...made.json, room: new URL(made.json.webCallUrl).pathname };
  }
  const statusOf = async (server: ClusterServer, id: string) =>
    (await ask(server, 'GET', `/call/${id}`)).json.status;
  const count = async (query: string) => Number(await cluster.ask(query));

  it('are seeded once, and know each other', async () => {
    expect([a.privateKey(), b.privateKey()].filter((one) => one !== null)).toHaveLength(1);
    for (const table of ['org', 'assistant'])
      expect(await count(`select count(*) from ${table}`)).toBe(1);
    expect(await count('select count(*) from token')).toBe(2);
    expect(await count('select count(*) from node')).toBe(2);
    for (const server of [a, b]) {
      expect((await ask(server, 'GET', '/readyz')).status).toBe(200);
      expect((await ask(server, 'GET', '/assistant')).json).toHaveLength(1);
    }
  });

  it('take a call of the other: joined, restarted and left through either', async () => {
    const { room, id } = await call(a);
    const joined = await ask(b, 'POST', room, { body: { sdp: OFFER } });
    expect([joined.status, joined.json.sdp, joined.json.meetingId]).toEqual([
      201,
      'v=0 answer',
      id,
    ]);
    const bare = { body: OFFER, type: 'application/sdp' };
    const restarted = await ask(b, 'PATCH', joined.json.location, bare);
    expect([restarted.status, restarted.json]).toEqual([200, 'v=0 restarted']);
    expect((await ask(b, 'DELETE', joined.json.location)).status).toBe(204);
    for (const server of [a, b]) {
      await expect.poll(() => statusOf(server, id), LONG).toBe('ended');
      // Either says that it is over, and not that it never was.
      const late = await ask(server, 'POST', room, { body: { sdp: OFFER } });
      expect(late.json.code).toBe('room_ended');
    }
  });

  it('list the same calls', async () => {
    await call(a);
    await call(b);
    const [one, other] = await Promise.all([a, b].map((server) => ask(server, 'GET', '/call')));
    expect(one?.json.length).toBeGreaterThan(1);
    expect(other?.json).toEqual(one?.json);
  });

  it('end a call of the other when it is deleted', async () => {
    const { room, id } = await call(a, { server: { url: receiver.url } });
    await ask(a, 'POST', room, { body: { sdp: OFFER } });
    expect((await ask(b, 'DELETE', `/call/${id}`)).status).toBe(200);
    for (const server of [a, b]) expect((await ask(server, 'GET', `/call/${id}`)).status).toBe(404);
    expect(a.output()).toContain(`"callId":"${id}","endReason":"manually-canceled"`);
  });

  it('steer and listen to a call of the other', async () => {
    const monitorPlan = { listenEnabled: true, controlEnabled: true };
    const { room, id, monitor } = await call(a, { monitorPlan });
    await ask(a, 'POST', room, { body: { sdp: OFFER } });
    // Who reads it elsewhere gets the addresses as well.
    const read = await ask(b, 'GET', `/call/${id}`);
    expect(Object.keys(read.json.monitor)).toEqual(['listenUrl', 'controlUrl']);
    const { pathname } = new URL(monitor.listenUrl);
    const socket = new WebSocket(`${b.url.replace('http', 'ws')}${pathname}`);
    const heard = await new Promise<string>((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
      socket.addEventListener('error', () => reject(new Error('not listened to')));
    });
    expect(JSON.parse(heard)).toMatchObject({ type: 'start', channels: 2 });
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    const control = new URL(monitor.controlUrl).pathname;
    const ended = await ask(b, 'POST', control, { body: { type: 'end-call' } });
    expect([ended.status, ended.json]).toEqual([200, { ok: true }]);
    await closed;
    await expect.poll(() => statusOf(b, id), LONG).toBe('ended');
  });

  it('hold a meeting on one of them, whichever is asked', async () => {
    const body = { name: 'staff-room', privacy: 'public' };
    expect((await ask(a, 'POST', '/rooms', { body })).status).toBe(201);
    const first = await ask(b, 'POST', '/room/staff-room', { body: { sdp: OFFER } });
    const second = await ask(a, 'POST', '/room/staff-room', { body: { sdp: OFFER } });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.meetingId).toBe(first.json.meetingId);
    expect(second.json.sessionId).not.toBe(first.json.sessionId);
    expect((await ask(a, 'DELETE', '/rooms/staff-room')).status).toBe(200);
    await expect.poll(() => count('select count(*) from meeting'), LONG).toBe(0);
    for (const server of [a, b]) {
      const gone = await ask(server, 'POST', '/room/staff-room', { body: { sdp: OFFER } });
      expect(gone.json.code).toBe('room_not_found');
    }
  });

  it('give five of a hundred, where five are allowed: org-limit-at-two-nodes', async () => {
    const made = await ask(a, 'POST', '/org', { body: { name: 'Small', concurrencyLimit: 5 } });
    expect(made.status).toBe(201);
    const operator = key;
    key = made.json.privateKey;
    const body = { assistant: assistant() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ask(index % 2 === 0 ? a : b, 'POST', '/call/web', { body }),
      ),
    );
    key = operator;
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ json }) => json.code === 'concurrency_limit');
    expect(refused).toHaveLength(95);
  });

  it('trust no stranger who says that a node asks', async () => {
    const { room } = await call(a);
    const answer = await fetch(`${b.url}${room}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'kindling-forwarded': 'e30.AAAA' },
      body: JSON.stringify({ sdp: OFFER }),
    });
    // Handed on, as it is anybody's request.
    expect(answer.status).toBe(201);
  });

  it('let calls go on when one is stopped: sigterm-with-a-call', async () => {
    const c = await cluster.start('c');
    await c.ready;
    const { id, room } = await call(c);
    c.child.kill('SIGTERM');
    await expect.poll(async () => (await ask(c, 'GET', '/readyz')).status, LONG).toBe(503);
    const body = { assistant: assistant() };
    expect((await ask(c, 'POST', '/call/web', { body })).json.code).toBe('not_ready');
    // By a node that takes it to the one that drains.
    const joined = await ask(a, 'POST', room, { body: { sdp: OFFER } });
    expect(joined.status).toBe(201);
    expect(c.child.exitCode).toBeNull();
    const gone = new Promise((resolve) => c.child.once('exit', resolve));
    expect((await ask(b, 'DELETE', joined.json.location)).status).toBe(204);
    expect(await gone).toBe(0);
    expect((await ask(a, 'GET', `/call/${id}`)).json.endedReason).toBe('customer-ended-call');
    await expect.poll(() => count('select count(*) from node'), LONG).toBe(2);
  });

  it('keep their calls while PostgreSQL is away from both: postgresql-away', async () => {
    const calls = [await call(a), await call(b)];
    const nodes = await cluster.ask('select array_agg(id order by id)::text from node');
    await postgres?.restart(async () => {
      // Past the time after which one that is cut off alone lets go.
      for (const server of [a, b])
        await expect.poll(server.output, LONG).toContain('no node reaches the database');
    });
    for (const { id } of calls)
      for (const server of [a, b])
        await expect.poll(() => statusOf(server, id), LONG).toBe('queued');
    // Who was away said something since.
    const beats = 'select count(*) from node where beat > pg_postmaster_start_time()';
    await expect.poll(() => cluster.ask(beats), LONG).toBe('2');
    expect(await cluster.ask('select array_agg(id order by id)::text from node')).toEqual(nodes);
    for (const server of [a, b]) expect(server.output()).not.toContain('node fenced');
    for (const { room } of calls)
      expect((await ask(a, 'POST', room, { body: { sdp: OFFER } })).status).toBe(201);
  });

  it('end the calls of one that died, once, and report each once: kill-9-with-calls', async () => {
    receiver.received.length = 0;
    const calls: Json[] = [];
    for (let made = 0; made < 5; made += 1)
      calls.push(await call(a, { server: { url: receiver.url } }));
    const others = [await call(b), await call(b)];
    a.child.kill('SIGKILL');
    for (const { id } of calls) await expect.poll(() => statusOf(b, id), LONG).toBe('ended');
    for (const { id } of calls)
      expect((await ask(b, 'GET', `/call/${id}`)).json.endedReason).toBe('kindling.server-crashed');
    // Meanwhile nobody may have come to them in time, which ends them in another way.
    for (const { id } of others)
      expect((await ask(b, 'GET', `/call/${id}`)).json.endedReason).not.toBe(
        'kindling.server-crashed',
      );
    const reports = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body).message)
        .filter(({ type }: Json) => type === 'end-of-call-report')
        .map(({ call: { id } }: Json) => id);
    await expect
      .poll(() => reports().toSorted(), LONG)
      .toEqual(calls.map(({ id }) => id).toSorted());
    const late = await ask(b, 'POST', calls[0].room, { body: { sdp: OFFER } });
    expect(late.json.code).toBe('room_ended');
    expect(await count('select count(*) from node')).toBe(1);
  });
});
