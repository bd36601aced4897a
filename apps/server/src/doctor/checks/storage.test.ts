import { expect, it } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { storage } from './storage.ts';

const look = (url: string) => storage.run(testScene({ env: { STORAGE_URL: url } }));

const bucket = process.env.TEST_STORAGE_URL;
it.skipIf(!bucket)(
  `writes to a bucket${bucket ? '' : ' (SKIPPED: TEST_STORAGE_URL is not set)'}`,
  async () => {
    expect(await look(bucket ?? '')).toEqual([
      { status: 'ok', found: expect.stringContaining('can be written') },
    ]);
  },
);

it('tells a store that refuses', async () => {
  const port = await serveWeb((request, response) => {
    request.resume();
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
  });
  const [found] = await look(`s3://key:secret@store/school?endpoint=http://127.0.0.1:${port}`);
  expect(found).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('403'),
    mend: expect.stringContaining('Correct key, bucket or region'),
  });
});

it('tells a store that is not there', async () => {
  const [found] = await look('s3://key:secret@store/school?endpoint=http://127.0.0.1:1');
  expect(found).toMatchObject({
    status: 'fail',
    mend: expect.stringContaining('Look whether the store runs'),
  });
});

it('has nothing to ask without STORAGE_URL', async () => {
  expect(await findingsOf(storage, testScene())).toEqual([
    'skipped: STORAGE_URL is not set: files and recordings are in the data folder.',
  ]);
});
