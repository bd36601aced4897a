import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media } from '../../apps/server/src/doctor/checks/media.ts';
import { turn } from '../../apps/server/src/doctor/checks/turn.ts';
import { findingsOf, testScene } from '../../apps/server/testing/doctor/test-scene.ts';
import { serveWeb } from '../../apps/server/testing/doctor/test-web.ts';
import { hasCoturn, type RunningCoturn, startCoturn } from '../support/network/coturn.ts';
import { freePort } from '../support/network/free-port.ts';
import { makeCertificate } from '../support/network/tls-certificate.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';

describe('beside a server that runs', () => {
  let kindling: RunningKindling;
  beforeAll(async () => {
    kindling = await startKindling();
  });
  afterAll(() => kindling.kill());

  it('finds nothing to mend', async () => {
    const script = fileURLToPath(new URL('../../scripts/doctor.ts', import.meta.url));
    const { port } = new URL(kindling.url);
    const env = { ...process.env, KINDLING_DATA: kindling.dataFolder, PORT: port };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, '--json', '--skip', 'resources,disk,speech'],
      { env },
    );
    const { healthy, server, counts, findings } = JSON.parse(stdout);
    expect({ healthy, server, fail: counts.fail }).toEqual({
      ...{ healthy: true, server: kindling.pid, fail: 0 },
    });
    const found = (findings as { found: string }[]).map((one) => one.found);
    expect(found).toContain(`TCP port ${port} (PORT) is held by this server.`);
    expect(found).toContain('The embedded database answers the server that runs.');
    expect(found).toContainEqual(
      expect.stringMatching(/^A WebRTC connection to this server came about at /),
    );
  });

  it('tells a server whose media cannot be reached', async () => {
    const port = await serveWeb(async (request, response) => {
      const { sdp } = JSON.parse(await text(request));
      const answer = await fetch(`${kindling.url}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: kindling.url },
        body: JSON.stringify({ sdp: sdp.replace(/^a=candidate:.*\r\n/gm, ''), userName: 'doctor' }),
      });
      // A documentation address, where nobody is.
      const unreachable = (await answer.text()).replace(
        /( UDP \d+) \S+ \d+ typ/g,
        '$1 192.0.2.1 40000 typ',
      );
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(unreachable);
    });
    const server = { pid: kindling.pid, url: `http://127.0.0.1:${port}`, sockets: null };
    const [found] = await findingsOf(media, testScene({ server, timeout: 2_000 }));
    expect(found).toMatch(
      /^fail: A WebRTC connection .* did not come about; announced is 192\.0\.2\.1/,
    );
  });

  it('tells a server that takes nobody into its room', async () => {
    const port = await serveWeb((_, response) => void response.writeHead(503).end('{}'));
    const server = { pid: kindling.pid, url: `http://127.0.0.1:${port}`, sockets: null };
    expect(await findingsOf(media, testScene({ server }))).toContain(
      'fail: The room for connection tests could not be joined: it answered 503.',
    );
  });
});

describe('where no server runs', () => {
  const look = (env: Readonly<Record<string, string>>) =>
    findingsOf(media, testScene({ env, timeout: 1_000 }));

  it('sends itself a packet by its public address', async () => {
    expect(await look({ MEDIA_PUBLIC_ADDRESS: '127.0.0.1' })).toContainEqual(
      expect.stringMatching(/^ok: A packet to 127\.0\.0\.1:\d+ came back/),
    );
    expect(await look({ MEDIA_PUBLIC_ADDRESS: '192.0.2.1' })).toContainEqual(
      expect.stringMatching(/^skipped: Nothing came through the public address 192\.0\.2\.1/),
    );
  });

  it('warns of a STUN server that is silent', async () => {
    const env = { ICE_SERVERS: `[{"urls":"stun:127.0.0.1:${await freePort()}"}]` };
    expect(await look(env)).toContainEqual(expect.stringMatching(/^warn: stun:127\.0\.0\.1/));
  });
});

const SECRET = 'shared by Kindling and coturn';
const MEDIA = '192.0.2.1';

describe.skipIf(!hasCoturn)(`TURN${hasCoturn ? '' : ' (SKIPPED: needs coturn)'}`, () => {
  const certificate = makeCertificate('localhost');
  const ca = readFileSync(certificate.cert, 'utf8');
  let coturn: RunningCoturn;
  let port: number;
  let tlsPort: number;
  beforeAll(async () => {
    [port, tlsPort] = [await freePort(), await freePort()];
    coturn = await startCoturn({
      ...{ 'listening-ip': '127.0.0.1', 'relay-ip': '127.0.0.1', 'external-ip': null },
      ...{ 'listening-port': String(port), 'tls-listening-port': String(tlsPort) },
      ...{ cert: certificate.cert, pkey: certificate.key, 'static-auth-secret': SECRET },
      'allowed-peer-ip': MEDIA,
    });
  });
  afterAll(() => coturn.stop());

  const settings = (urls: readonly string[], env: Readonly<Record<string, string>> = {}) => ({
    ...{
      MEDIA_PUBLIC_ADDRESS: MEDIA,
      TURN_SECRET: SECRET,
      ICE_SERVERS: JSON.stringify([{ urls }]),
    },
    ...env,
  });
  const look = (urls: readonly string[], env?: Readonly<Record<string, string>>) =>
    findingsOf(turn, testScene({ env: settings(urls, env), ca }));

  it('gives an address over UDP, TCP and TLS, and relays to the media', async () => {
    const urls = [
      `turn:127.0.0.1:${port}?transport=udp`,
      `turn:127.0.0.1:${port}?transport=tcp`,
      `turns:localhost:${tlsPort}?transport=tcp`,
    ];
    expect(await look(urls)).toEqual(
      urls.map((url) => `ok: ${url} gave the address 127.0.0.1, and relays to ${MEDIA}.`),
    );
  });

  it('is reported when the secrets differ', async () => {
    const [found] = await turn.run(
      testScene({
        env: settings([`turn:127.0.0.1:${port}`], { TURN_SECRET: 'not the same secret' }),
      }),
    );
    expect(found).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('401'),
      mend: expect.stringContaining('static-auth-secret'),
    });
  });

  it('is reported when it does not relay to the media', async () => {
    const url = `turn:127.0.0.1:${port}?transport=tcp`;
    expect(await look([url], { MEDIA_PUBLIC_ADDRESS: '192.0.2.2' })).toEqual([
      `fail: ${url} gave the address 127.0.0.1, but does not relay to 192.0.2.2 (403).`,
    ]);
  });

  it('is reported when nobody trusts its certificate', async () => {
    const url = `turns:localhost:${tlsPort}?transport=tcp`;
    const [found] = await turn.run(testScene({ env: settings([url]) }));
    expect(found).toMatchObject({
      status: 'fail',
      mend: expect.stringContaining('certificate that browsers trust'),
    });
  });

  it('is reported when it is not there', async () => {
    const url = `turn:127.0.0.1:${await freePort()}?transport=tcp`;
    expect(await look([url])).toEqual([`fail: ${url} gave no address: nothing listens there.`]);
  });

  it('says where packets come from', async () => {
    const seen = async (address: string) =>
      findingsOf(
        media,
        testScene({ env: settings([`turn:127.0.0.1:${port}`], { MEDIA_PUBLIC_ADDRESS: address }) }),
      );
    expect(await seen('127.0.0.1')).toContain(
      `ok: turn:127.0.0.1:${port} sees packets of this machine come from 127.0.0.1, as MEDIA_PUBLIC_ADDRESS says.`,
    );
    expect(await seen('127.0.0.2')).toContain(
      `fail: Browsers are told 127.0.0.2, but turn:127.0.0.1:${port} sees packets of this machine come from 127.0.0.1.`,
    );
  });
});
