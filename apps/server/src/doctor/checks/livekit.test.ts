import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { livekit } from './livekit.ts';

afterEach(() => vi.restoreAllMocks());

const given = process.env.TEST_LIVEKIT_URL;

function environment(url: string) {
  const { protocol, host, username, password } = new URL(url);
  return {
    MEDIA_ENGINE: 'livekit',
    LIVEKIT_URL: `${protocol}//${host}`,
    LIVEKIT_API_KEY: username,
    LIVEKIT_API_SECRET: password,
  };
}
const look = (url: string) => livekit.run(testScene({ env: environment(url) }));
const SECRET = 'a-secret-that-is-not-the-one-of-the-tests';

it.skipIf(!given)(
  `finds one that answers${given ? '' : ' (SKIPPED: TEST_LIVEKIT_URL is not set)'}`,
  async () => {
    expect(await look(given ?? '')).toMatchObject([
      { status: 'ok', found: expect.stringContaining('runs on this machine') },
      { status: 'ok', found: expect.stringContaining('takes the key') },
      { status: 'ok', found: expect.stringMatching(/answers the offer of a caller after \d+ ms/) },
    ]);
    const { host } = new URL(given ?? '');
    const [, refused] = await look(`ws://kindling:${SECRET}@${host}`);
    expect(refused).toMatchObject({
      status: 'fail',
      mend: expect.stringContaining('LIVEKIT_API_SECRET'),
    });
  },
);

it('tells one that refuses the key', async () => {
  const port = await serveWeb((request, response) => {
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"code":"unauthenticated","msg":"invalid token"}');
  });
  const [, found] = await look(`ws://kindling:${SECRET}@127.0.0.1:${port}`);
  expect(found).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('401'),
    mend: expect.stringContaining('LIVEKIT_API_KEY'),
  });
});

/** LiveKit but for the offers of callers. */
const serveLivekit = (answer: (response: ServerResponse) => void) =>
  serveWeb((request, response) => {
    request.resume();
    if (request.url === '/whip/v1') return answer(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });

it('tells one that never answers a caller', async () => {
  const port = await serveLivekit(() => {});
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 4));
  const [, , found] = await look(`ws://kindling:${SECRET}@127.0.0.1:${port}`);
  expect(found).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('there was no answer in time'),
    mend: expect.stringContaining('node_ip'),
  });
});

it('tells one that does not know callers', async () => {
  const port = await serveLivekit((response) => void response.writeHead(404).end('not found'));
  const [, , found] = await look(`ws://kindling:${SECRET}@127.0.0.1:${port}`);
  expect(found).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('404'),
    mend: expect.stringContaining('/whip/v1'),
  });
});

it('asks nothing of the kind where LiveKit carries meetings alone', async () => {
  const port = await serveLivekit((response) => void response.writeHead(404).end());
  const env = environment(`ws://kindling:${SECRET}@127.0.0.1:${port}`);
  const meetings = { ...env, MEDIA_ENGINE: 'embedded', MEETING_ENGINE: 'livekit' };
  expect(await livekit.run(testScene({ env: meetings }))).toMatchObject([
    { status: 'ok' },
    { status: 'ok' },
  ]);
});

it('tells whether orders for Egress are taken', async () => {
  const answer = { status: 200, body: '{}' };
  const port = await serveWeb((request, response) => {
    request.resume();
    const { status, body } = request.url?.includes('Egress') ? answer : { status: 200, body: '{}' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const env = {
    ...environment(`ws://kindling:${SECRET}@127.0.0.1:${port}`),
    ...{ MEDIA_ENGINE: 'embedded', MEETING_ENGINE: 'livekit', LIVEKIT_EGRESS: 'true' },
    STORAGE_URL: 's3://key:secret@127.0.0.1:9000/school',
  };
  const [, , taken] = await livekit.run(testScene({ env }));
  expect(taken).toMatchObject({ status: 'ok', found: expect.stringContaining('Egress') });
  Object.assign(answer, { status: 500, body: '{"code":"internal","msg":"egress not connected"}' });
  const [, , refused] = await livekit.run(testScene({ env }));
  expect(refused).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('egress not connected'),
    mend: expect.stringContaining('redis.address'),
  });
});

it('tells one that is not there', async () => {
  const [, found] = await look(`ws://kindling:${SECRET}@127.0.0.1:1`);
  expect(found).toMatchObject({
    status: 'fail',
    mend: expect.stringContaining('LIVEKIT_URL'),
  });
});

it('has nothing to look at where this server carries calls itself', async () => {
  expect(await findingsOf(livekit, testScene())).toEqual([
    'skipped: Neither MEDIA_ENGINE nor MEETING_ENGINE is livekit: this server carries calls and meetings itself.',
  ]);
});
