import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { exchangeRaw } from '../../../testing/requests/raw-exchange.ts';
import {
  createListeningServer,
  type ListeningServer,
} from '../../../testing/server/listening-server.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createKnownHosts } from './known-hosts.ts';

const known = (host: string, environment: Record<string, string> = {}) =>
  createKnownHosts(readConfig(environment))(host);

const LOOPBACK = [
  ...['localhost', 'localhost:8787', 'LOCALHOST.', 'a.localhost:5173', '127.0.0.1:8787'],
  ...['127.8.8.8', '[::1]:8787', '[::1]'],
];
const STRANGERS = [
  ...['evil.example', 'evil.example:8787', 'localhost.evil.example', '127.0.0.1.nip.io'],
  ...['xlocalhost', 'localhost:80@evil.example', ''],
];

describe('a host', () => {
  it.each(LOOPBACK)('is known, on this machine: %s', (host) => {
    expect(known(host)).toBe(true);
    expect(known(host, { HOST: '0.0.0.0' })).toBe(true);
  });

  it.each([...STRANGERS, '192.168.1.5', '[2001:db8::1]'])('is not known: %s', (host) => {
    expect(known(host)).toBe(false);
  });

  it.each(STRANGERS)('is not known in the network either: %s', (host) => {
    expect(known(host, { HOST: '0.0.0.0' })).toBe(false);
    expect(known(host, { HOST: '::' })).toBe(false);
  });

  it.each(['192.168.1.5:8787', '[2001:db8::1]:8787', hostname(), `${hostname()}:8787`])(
    'is known where the server is open to the network: %s',
    (host) => {
      expect(known(host, { HOST: '0.0.0.0' })).toBe(true);
      expect(known(host, { HOST: '::' })).toBe(true);
    },
  );

  it('is the one listened on', () => {
    expect(known('192.168.1.5:8787', { HOST: '192.168.1.5' })).toBe(true);
    expect(known('192.168.1.6:8787', { HOST: '192.168.1.5' })).toBe(false);
    expect(known('[2001:db8::1]:8787', { HOST: '2001:db8::1' })).toBe(true);
  });

  it('is one of a list', () => {
    const environment = { ALLOWED_HOSTS: 'Kindling *.school.example' };
    for (const host of ['kindling:8787', 'a.school.example', 'a.b.school.example:1'])
      expect(known(host, environment)).toBe(true);
    for (const host of ['school.example', 'aschool.example', 'a.kindling'])
      expect(known(host, environment)).toBe(false);
    expect(() => readConfig({ ALLOWED_HOSTS: 'https://school.example' })).toThrow('ALLOWED_HOSTS');
    expect(() => readConfig({ ALLOWED_HOSTS: 'school.example:8787' })).toThrow('ALLOWED_HOSTS');
  });
});

describe('a server without PUBLIC_URL', () => {
  let server: ListeningServer;
  beforeAll(async () => {
    server = await createListeningServer(await openTestPglite(), { TRUST_PROXY: '1' });
  }, 60_000);
  afterAll(() => server.close());

  async function ask(path: string, host: string, headers: readonly string[] = []) {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close'];
    const answer = await exchangeRaw(
      Number(new URL(server.origin).port),
      `${lines.join('\r\n')}\r\n\r\n`,
    );
    return { status: Number(answer.slice(9, 12)), text: answer };
  }

  it.each(['/', '/site-config.json', '/call', '/room/x', '/metrics', '/openapi.json'])(
    'gives %s to no page whose name was pointed here: dns-rebinding',
    async (path) => {
      const { status, text } = await ask(path, 'evil.example:8787');
      expect(status).toBe(403);
      expect(text).toContain('"code":"host_not_allowed"');
      expect(text).toContain('ALLOWED_HOSTS');
    },
  );

  it('takes no header of a page for more, nor its own address line', async () => {
    for (const headers of [['X-Forwarded-Host: localhost'], ['X-Forwarded-Host: a, localhost']])
      expect((await ask('/openapi.json', 'evil.example', headers)).status).toBe(403);
    const forwarded = ['X-Forwarded-Host: evil.example'];
    expect((await ask('/openapi.json', 'localhost', forwarded)).status).toBe(403);
    expect((await ask('http://evil.example/openapi.json', 'localhost')).status).toBe(403);
  });

  it('answers probes, whatever they name', async () => {
    expect((await ask('/healthz', '10.42.0.7:8787')).status).toBe(200);
    expect((await ask('/readyz', 'kindling.default.svc')).status).toBe(200);
  });

  it('answers its own names', async () => {
    for (const host of ['localhost', '127.0.0.1:8787', '[::1]'])
      expect((await ask('/openapi.json', host)).status).toBe(200);
  });
});

describe('a server with PUBLIC_URL', () => {
  it('is known by it, and gives metrics to no page whose name was pointed here', async () => {
    const environment = { PUBLIC_URL: 'https://kindling.example' };
    const server = await createListeningServer(await openTestPglite(), environment);
    try {
      const ask = async (path: string) => {
        const { port } = new URL(server.origin);
        const head = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
        return Number((await exchangeRaw(Number(port), head)).slice(9, 12));
      };
      expect([await ask('/openapi.json'), await ask('/metrics')]).toEqual([200, 403]);
    } finally {
      await server.close();
    }
  }, 60_000);
});
