import { expect, it } from 'vitest';
import { describeWithServer } from '../../../../testing/databases/describe-databases.ts';
import type { TestServer } from '../../../../testing/server/test-server.ts';

const METRICS_TOKEN = 'a-token-for-metrics';

/** What visitors do, each from an address of its own. */
function visitors(server: () => TestServer) {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const start = (address: string, key = server().publicKey) =>
    server().send('POST', '/call/web', {
      key,
      body: { assistantId: server().assistantId },
      headers: from(address),
    });
  const join = ({ webCallUrl }: { webCallUrl: string }, address: string, sdp = 'v=0\r\n') =>
    server().send('POST', new URL(webCallUrl).pathname, {
      key: null,
      body: { sdp },
      headers: from(address),
    });
  const joined = async (address: string) => {
    const call = (await start(address)).json;
    expect((await join(call, address)).status).toBe(201);
    return call;
  };
  const read = async (id: string) => (await server().send('GET', `/call/${id}`)).json;

  const metric = async (line: string) => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}`, 'X-Forwarded-For': '192.0.2.99' };
    const { json } = await server().send('GET', '/metrics', { key: null, headers });
    return Number(String(json).split(`\n${line} `)[1]?.split('\n')[0]);
  };
  return { start, join, joined, read, metric };
}

const BUSY = [429, 'concurrency_limit'];

describeWithServer(
  'calls of one visitor',
  (server) => {
    const { start, join, joined, metric } = visitors(server);
    const outcome = async (address: string, key?: string) => {
      const { status, json } = await start(address, key);
      return status === 201 ? status : [status, json.code];
    };

    it('are five at once, joined or not, however the address is written', async () => {
      const calls = [await joined('198.51.100.7'), await joined('198.51.100.7')];
      for (let count = 0; count < 3; count += 1)
        expect(await outcome('::ffff:198.51.100.7')).toBe(201);
      expect(await outcome('198.51.100.7')).toEqual(BUSY);
      const refused = await start('::ffff:c633:6407');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
      // What stands left of the proxy's own entry is the visitor's claim.
      expect(await outcome('203.0.113.1, 198.51.100.7')).toEqual(BUSY);
      expect(await outcome('198.51.100.8')).toBe(201);
      expect(await metric('kindling_calls_refused_total{reason="visitor"}')).toBe(3);
      await server().live.end(calls[0].id, 'manually-canceled');
      expect(await outcome('198.51.100.7')).toBe(201);
    });

    it('are those of an IPv6 /64', async () => {
      for (let host = 1; host <= 5; host += 1)
        expect(await outcome(`2001:db8:0:7::${host}`)).toBe(201);
      expect(await outcome('2001:db8:0:7:ffff::1')).toEqual(BUSY);
      expect(await outcome('2001:db8:0:8::1')).toBe(201);
    });

    it('are not counted in exempt networks, nor for private keys', async () => {
      for (let pupil = 0; pupil < 8; pupil += 1) {
        expect(await outcome('203.0.113.50')).toBe(201);
        expect(await outcome('198.51.100.70', server().privateKey)).toBe(201);
      }
    });

    it('nobody joined end after ten seconds', async () => {
      const { json: call } = await start('192.0.2.10');
      const { json: other } = await start('192.0.2.10', server().privateKey);
      const talked = await joined('192.0.2.10');
      server().clock.advance(10_000);
      const { read } = visitors(server);
      await expect
        .poll(async () => (await read(call.id)).endedReason)
        .toBe('kindling.never-joined');
      expect((await join(call, '192.0.2.10')).json.code).toBe('room_ended');
      expect((await read(other.id)).status).toBe('queued');
      expect((await read(talked.id)).status).not.toBe('ended');
    });
  },
  {
    TRUST_PROXY: '1',
    MAX_CALLS: '100',
    CALL_RATE_PER_IP: '1000',
    METRICS_TOKEN,
    MAX_CALLS_PER_IP: '5',
    CALL_EXEMPT_NETWORKS: '203.0.113.0/26 2001:db8:ffff::/48',
  },
);

describeWithServer(
  'three lines',
  (server) => {
    const { start, join, joined, read, metric } = visitors(server);

    it('are free while nobody joins, and who floods the pool is the first to go', async () => {
      const ann = (await start('192.0.2.1')).json;
      const eve = [(await start('192.0.2.66')).json, (await start('192.0.2.66')).json];
      for (const address of ['192.0.2.66', '192.0.2.2', '192.0.2.66'])
        expect((await start(address)).status).toBe(201);
      await expect
        .poll(async () => (await read(eve[0].id)).endedReason)
        .toBe('kindling.never-joined');
      expect(server().live.unjoined).toBe(4);
      expect((await join(ann, '192.0.2.1')).status).toBe(201);
      expect(server().live.unjoined).toBe(3);
    });

    it('are two for public keys, and one more for private ones', async () => {
      const late = [(await start('192.0.2.3')).json, (await start('192.0.2.4')).json];
      const broken = await join(late[0], '192.0.2.3', 'nonsense');
      expect(broken.status).toBe(400);
      expect((await join(late[0], '192.0.2.3')).status).toBe(201);
      const before = await metric('kindling_calls_refused_total{reason="lines"}');
      const second = await join(late[1], '192.0.2.4');
      expect([second.status, second.json.code]).toEqual(BUSY);
      const full = await start('192.0.2.5');
      expect([full.status, full.json.code]).toEqual(BUSY);
      expect(await metric('kindling_calls_refused_total{reason="lines"}')).toBe(before + 2);
      const own = await start('192.0.2.6', server().privateKey);
      expect(own.status).toBe(201);
      expect((await join(own.json, '192.0.2.6')).status).toBe(201);
      expect((await start('192.0.2.6', server().privateKey)).status).toBe(429);
      await server().live.end(late[0].id, 'manually-canceled');
      expect((await join(late[1], '192.0.2.4')).status).toBe(201);
      await server().live.end(late[1].id, 'manually-canceled');
      await joined('192.0.2.7');
    });
  },
  {
    TRUST_PROXY: '1',
    MAX_CALLS: '3',
    CALL_RATE_PER_IP: '1000',
    METRICS_TOKEN,
    MAX_CALLS_PER_IP: '5',
    MAX_UNJOINED_CALLS: '4',
  },
);

describeWithServer(
  'a visitor who names addresses of its own',
  (server) => {
    const { start } = visitors(server);

    it('is one visitor still, where no proxy stands in front', async () => {
      const statuses: number[] = [];
      for (let host = 1; host <= 6; host += 1)
        statuses.push((await start(`192.0.2.${host}`)).status);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    });
  },
  { MAX_CALLS_PER_IP: '5' },
);
