import { spawnSync } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  makeTestCertificate,
  type TestCertificate,
} from '../../../testing/doctor/test-certificate.ts';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { asKindling, serveWeb } from '../../../testing/doctor/test-web.ts';
import { https, lookAtRedirect } from './https.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Setup {
  readonly certificate: TestCertificate;
  /** What stands at PUBLIC_URL. @default the same Kindling */
  readonly there?: RequestListener;
  /** @default one runs */
  readonly runs?: boolean;
  readonly trusts?: boolean;
}

/** What is found of a Kindling behind https, besides what is all right. */
async function look({ certificate, there, runs = true, trusts = true }: Setup) {
  const here = await serveWeb(asKindling('pk-ours'));
  const front = await serveWeb(there ?? asKindling('pk-ours'), certificate);
  const url = `http://127.0.0.1:${here}`;
  const scene = testScene({
    env: { PUBLIC_URL: `https://localhost:${front}`, TRUST_PROXY: '1' },
    server: runs ? { pid: process.pid, url, sockets: null } : null,
    ca: trusts ? certificate.cert : undefined,
  });
  const found = await https.run(scene);
  return found
    .filter(({ status }) => status !== 'ok')
    .map(({ status, found: text }) => `${status}: ${text.replace(/localhost:\d+/g, 'FRONT')}`);
}

describe.skipIf(!hasOpenssl)(`https${hasOpenssl ? '' : ' (SKIPPED: needs openssl)'}`, () => {
  it('finds a good certificate, and this server behind it', async () => {
    expect(await look({ certificate: makeTestCertificate('localhost', 90) })).toEqual([]);
  });

  it('warns of one that ends soon', async () => {
    expect(await look({ certificate: makeTestCertificate('localhost', 5) })).toEqual([
      expect.stringMatching(/^warn: The certificate for localhost ends on \d{4}-\d\d-\d\d\.$/),
    ]);
  });

  it('tells one that has ended', async () => {
    expect(await look({ certificate: makeTestCertificate('localhost', -1) })).toEqual([
      expect.stringMatching(/^fail: The certificate for localhost expired on /),
    ]);
  });

  it('tells one for another name', async () => {
    expect(await look({ certificate: makeTestCertificate('school.example', 90) })).toEqual([
      'fail: The certificate is for DNS:school.example, not for localhost.',
    ]);
  });

  it('tells one of an authority that nobody knows', async () => {
    const certificate = makeTestCertificate('localhost', 90);
    expect(await look({ certificate, trusts: false })).toEqual([
      expect.stringMatching(/^fail: The certificate for localhost is not trusted/),
    ]);
  });

  it('tells a proxy that leads to another Kindling, to none, or nowhere', async () => {
    const certificate = makeTestCertificate('localhost', 90);
    const answer =
      (status: number): RequestListener =>
      (_, response) =>
        void response.writeHead(status).end('<html>');
    expect(await look({ certificate, there: asKindling('pk-other') })).toEqual([
      'fail: https://FRONT is answered by another Kindling than the one of this data folder.',
    ]);
    expect(await look({ certificate, there: answer(404) })).toEqual([
      'fail: https://FRONT is not answered by a Kindling (status 404).',
    ]);
    expect(await look({ certificate, there: answer(502) })).toEqual([
      'fail: The proxy at https://FRONT answers 502: it does not reach this server.',
    ]);
  });

  it('cannot tell who answers while no server runs', async () => {
    const certificate = makeTestCertificate('localhost', 90);
    const [found] = await look({ certificate, runs: false });
    expect(found).toMatch(/^warn: A Kindling answers at https:\/\/FRONT, but none runs/);
  });
});

const faultOf = async (env: Readonly<Record<string, string>>) =>
  (await findingsOf(https, testScene({ env }))).filter((line) => !line.startsWith('ok'));

it('tells an address that nothing listens on, and a name that nobody knows', async () => {
  const env = { TRUST_PROXY: '1' };
  expect(await faultOf({ ...env, PUBLIC_URL: 'https://127.0.0.1:1' })).toEqual([
    'fail: https://127.0.0.1:1/ could not be reached from here: nothing listens there.',
  ]);
  const [unknown] = await faultOf({ ...env, PUBLIC_URL: 'https://kindling.invalid' });
  expect(unknown).toMatch(/could not be reached from here: the name /);
});

it('tells pages that browsers give no microphone', async () => {
  const [found] = await faultOf({ PUBLIC_URL: 'http://192.0.2.1:1' });
  expect(found).toMatch(/^fail: PUBLIC_URL is http:.*no microphone/);
  expect(await faultOf({ HOST: '0.0.0.0' })).toEqual([
    expect.stringMatching(/^warn: .*no microphone/),
  ]);
  expect(await faultOf({})).toEqual([expect.stringMatching(/^skipped: /)]);
});

it('warns where all visitors are taken for one', async () => {
  const [found] = await faultOf({ PUBLIC_URL: 'https://127.0.0.1:1' });
  expect(found).toMatch(/^warn: TRUST_PROXY is 0/);
});

it.each([
  [301, 'https://school.example/', 'ok'],
  [301, 'http://school.example/', 'warn'],
  [200, '', 'warn'],
])('judges http that answers %i to %s', async (status, location, wanted) => {
  const port = await serveWeb((_, response) => void response.writeHead(status, { location }).end());
  const target = new URL('https://school.example');
  expect(await lookAtRedirect(`http://127.0.0.1:${port}/`, target, 3_000)).toMatchObject({
    status: wanted,
  });
});

it('warns where nothing answers http', async () => {
  const target = new URL('https://school.example');
  expect(await lookAtRedirect('http://127.0.0.1:1/', target, 3_000)).toMatchObject({
    status: 'warn',
  });
});
