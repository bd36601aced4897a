import { expect, it } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { cluster } from './cluster.ts';

const SHARED = {
  ...{ CLUSTER: 'true', PUBLIC_URL: 'https://school.example', SMTP_URL: 'smtp://127.0.0.1' },
  ...{ DATABASE_URL: 'postgres://127.0.0.1/school', KINDLING_SECRET: 'f'.repeat(64) },
  STORAGE_URL: 's3://key:secret@127.0.0.1/bucket',
};
const HERE = { pid: process.pid, url: null, sockets: null };
const look = (port: number, server: typeof HERE | null = HERE) =>
  findingsOf(
    cluster,
    testScene({ env: { ...SHARED, NODE_ADDRESS: `http://127.0.0.1:${port}` }, server }),
  );

it.each([
  [200, /^ok: A node answers at /],
  [404, /^fail: What answers at .* is no node \(status 404\)\.$/],
])('asks at NODE_ADDRESS, where %i is answered', async (status, wanted) => {
  const port = await serveWeb((_, response) => void response.writeHead(status).end('{}'));
  expect(await look(port)).toEqual([expect.stringMatching(wanted)]);
});

it('tells an address where nothing listens', async () => {
  expect(await look(1)).toEqual([
    'fail: This node does not answer at http://127.0.0.1:1: nothing listens there.',
  ]);
});

it('asks nobody while no server runs, nor without CLUSTER', async () => {
  expect(await look(1, null)).toEqual([expect.stringMatching(/^skipped: No server runs here/)]);
  expect(await findingsOf(cluster, testScene())).toEqual([
    'skipped: CLUSTER is not set: this is the only server.',
  ]);
});
