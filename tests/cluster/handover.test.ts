import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEARS } from '../../apps/server/testing/rooms/fake-room.ts';
import { type OwnPostgres, startOwnPostgres } from '../../scripts/test-postgres.ts';
import { type Cluster, type ClusterServer, createCluster } from './cluster-servers.ts';

const postgres: OwnPostgres | null = await startOwnPostgres();
const LONG = { timeout: 60_000 };
const OFFER = `v=0\r\ns=${HEARS}\r\n`;

interface HeldCall {
  readonly id: string;
  readonly location: string;
}

describe.skipIf(postgres === null)('calls of a node that is stopped', () => {
  let cluster: Cluster;
  let a: ClusterServer;
  let b: ClusterServer;
  let a2: ClusterServer;
  let d: ClusterServer;
  let key: string;

  beforeAll(async () => {
    if (postgres === null) return;
    cluster = await createCluster(postgres, 'handover');
    [a, b] = await Promise.all([cluster.start('a'), cluster.start('b')]);
    await Promise.all([a.ready, b.ready]);
    key = a.privateKey() ?? b.privateKey() ?? '';
  });
  afterAll(async () => {
    await cluster.close();
    await postgres?.stop();
  });

  async function ask(server: ClusterServer, method: string, path: string, body?: object) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  }
  const ids = (calls: readonly HeldCall[]) => calls.map(({ id }) => `'${id}'`).join(',');
  const rows = (calls: readonly HeldCall[]) =>
    cluster.ask(
      `select string_agg(distinct n.name || ' ' || c.epoch || ' ' || c.status, ', ')
       from call c left join node n on n.id = c.node_id where c.id in (${ids(calls)})`,
    );
  const resting = (calls: readonly HeldCall[]) =>
    cluster.ask(`select count(*) from call_resumption where call_id in (${ids(calls)})`);

  /** A call that a caller is in, and in which nobody speaks. */
  async function hold(server: ClusterServer, target: object): Promise<HeldCall> {
    const made = await ask(server, 'POST', '/call/web', target);
    expect(made.status).toBe(201);
    const room = new URL(made.json.webCallUrl).pathname;
    const joined = await ask(server, 'POST', room, { sdp: OFFER });
    expect(joined.status).toBe(201);
    return { id: made.json.id, location: joined.json.location };
  }
  const assistant = { firstMessage: 'Hello.' };
  const squad = { members: [{ assistant: { name: 'Front', ...assistant } }, { assistant }] };
  async function holdSome(server: ClusterServer): Promise<HeldCall[]> {
    const targets = [{ assistant }, { assistant }, { squad }];
    const calls = await Promise.all(targets.map((target) => hold(server, target)));
    await expect.poll(() => resting(calls), LONG).toBe(String(calls.length));
    await expect.poll(() => rows(calls), LONG).toContain('in-progress');
    return calls;
  }
  /** As their pages do when they are notified that the room has moved. */
  async function comeBack(calls: readonly HeldCall[], through: ClusterServer) {
    for (const { location } of calls) {
      const back = await ask(through, 'PATCH', location, { sdp: OFFER, sends: [] });
      expect([back.status, back.json.sdp]).toEqual([200, 'v=0 restarted']);
    }
  }
  /** A room in which two people are, one after the other. */
  async function meet(server: ClusterServer, name: string): Promise<HeldCall[]> {
    const made = await ask(server, 'POST', '/rooms', { name, privacy: 'public' });
    expect(made.status).toBe(201);
    const people: HeldCall[] = [];
    for (const userName of ['Ada', 'Bob']) {
      const joined = await ask(server, 'POST', `/room/${name}`, { sdp: OFFER, userName });
      expect(joined.status).toBe(201);
      people.push({ id: joined.json.meetingId, location: joined.json.location });
    }
    const kept = "jsonb_array_length(m.state -> 'people')";
    await expect.poll(() => meetings(kept), LONG).toBe('2');
    return people;
  }
  const meetings = (what: string) =>
    cluster.ask(
      `select string_agg(${what}::text, ', ') from meeting m join node n on n.id = m.node_id`,
    );
  const exit = (server: ClusterServer) =>
    new Promise((resolve) => server.child.once('exit', resolve));

  it('all go on through a restart of one node after the other: rolling-restart', async () => {
    const [ofA, ofB] = [await holdSome(a), await holdSome(b)];
    const people = await meet(a, 'staff');
    const goneA = exit(a);
    a.child.kill('SIGTERM');
    expect(await goneA).toBe(0);
    expect(await rows(ofA)).toBe('b 1 in-progress');
    expect(await meetings('n.name')).toBe('b');
    await comeBack([...ofA, ...people], b);
    expect(await rows(ofB)).toBe('b 0 in-progress');

    a2 = await cluster.start('a2');
    await a2.ready;
    const goneB = exit(b);
    b.child.kill('SIGTERM');
    expect(await goneB).toBe(0);
    expect(await rows(ofA)).toBe('a2 2 in-progress');
    expect(await rows(ofB)).toBe('a2 1 in-progress');
    expect(await meetings('n.name')).toBe('a2');
    await comeBack([...ofA, ...ofB, ...people], a2);
    // The same meeting still, for who comes now.
    const late = await ask(a2, 'POST', '/room/staff', { sdp: OFFER, userName: 'Cy' });
    expect([late.status, late.json.meetingId]).toEqual([201, people[0]?.id]);
    expect((await ask(a2, 'DELETE', '/rooms/staff')).status).toBe(200);
    for (const { id, location } of [...ofA, ...ofB]) {
      expect((await ask(a2, 'DELETE', location)).status).toBe(204);
      await expect
        .poll(async () => (await ask(a2, 'GET', `/call/${id}`)).json.endedReason, LONG)
        .toBe('customer-ended-call');
    }
    for (const server of [a, b]) expect(server.output()).not.toContain('kindling.server-shutdown');
  });

  it('a meeting goes on when its node dies: kill-9-with-a-meeting', async () => {
    const c = await cluster.start('c');
    d = await cluster.start('d');
    await Promise.all([c.ready, d.ready]);
    const people = await meet(c, 'pupils');
    c.child.kill('SIGKILL');
    await expect.poll(() => meetings('n.name'), LONG).toMatch(/^(?:a2|d)$/);
    await comeBack(people, d);
    expect((await ask(d, 'DELETE', people[0]?.location ?? '')).status).toBe(204);
    expect((await ask(d, 'DELETE', people[1]?.location ?? '')).status).toBe(204);
    await expect.poll(() => cluster.ask('select count(*) from meeting'), LONG).toBe('0');
  });

  it('a call goes on without a node that stands still, also when it wakes: node-stopped-and-continued', async () => {
    const calls = [await hold(d, { assistant })];
    await expect.poll(() => resting(calls), LONG).toBe('1');
    d.child.kill('SIGSTOP');
    await expect.poll(() => rows(calls), LONG).toBe('a2 1 in-progress');
    await comeBack(calls, a2);
    d.child.kill('SIGCONT');
    await expect.poll(d.output, LONG).toContain('call let go');
    // It comes back as another node, and takes nothing along.
    await expect.poll(d.output, LONG).toMatch(/node fenced[\s\S]*node joined/);
    expect(await rows(calls)).toBe('a2 1 in-progress');
    for (const { location } of calls) expect((await ask(d, 'DELETE', location)).status).toBe(204);
  });
});
