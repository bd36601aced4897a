import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, testScene } from '../../../testing/doctor/test-scene.ts';
import { disk } from './disk.ts';

function builtPages(): { readonly SITE_DIST: string; readonly ROOM_DIST: string } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.html'), '');
  return { SITE_DIST: folder, ROOM_DIST: folder };
}

const look = (env: Readonly<Record<string, string>>) =>
  disk.run(testScene({ env: { ...builtPages(), ...env } }));
const faults = async (env: Readonly<Record<string, string>>) =>
  (await look(env)).filter(({ status }) => status !== 'ok');

it('finds nothing wrong with a folder of its own and room enough', async () => {
  expect(await look({})).toEqual(
    [
      { status: 'ok', found: expect.stringMatching(/is for its owner alone\.$/) },
      { status: 'ok', found: expect.stringMatching(/can be written\.$/) },
      { status: expect.stringMatching(/ok|warn/), found: expect.stringMatching(/MB of the disk/) },
      { status: 'ok', found: 'The pages are built.' },
    ].map((one) => expect.objectContaining(one)),
  );
});

it('warns of a folder that others can read', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  expect(await faults({ KINDLING_DATA: folder })).toContainEqual({
    status: 'warn',
    found: `${folder} can be read by others (755).`,
    mend: expect.stringContaining('chmod 700'),
  });
});

it('tells a folder of another user', async () => {
  const folder = temporaryFolder();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, 12_345, 12_345);
  expect(await faults({ KINDLING_DATA: isRoot ? folder : '/' })).toContainEqual({
    status: 'fail',
    found: expect.stringMatching(/belongs to user \d+; this is user \d+\.$/),
    mend: expect.stringContaining('chown -R'),
  });
});

it.skipIf(process.platform !== 'linux')('tells a folder that cannot be written', async () => {
  expect(await faults({ KINDLING_DATA: '/sys' })).toContainEqual({
    status: 'fail',
    found: expect.stringMatching(/^\/sys cannot be written: /),
    mend: expect.any(String),
  });
});

it('tells a disk with less room than recordings leave', async () => {
  expect(await faults({ RECORDING_MIN_FREE_MB: '1000000000' })).toEqual([
    {
      status: 'fail',
      found: expect.stringContaining('calls are not recorded below 1000000000 MB'),
      mend: expect.stringContaining('RECORDING_MIN_FREE_MB'),
    },
  ]);
});

it('looks where the folder will be, when there is none yet', async () => {
  const folder = temporaryFolder();
  const [none, parent] = await look({ KINDLING_DATA: join(folder, 'data') });
  expect(none).toMatchObject({ status: 'skipped' });
  expect(parent).toEqual({ status: 'ok', found: `${folder} can be written.` });
});

it('warns where the pages are not built', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  expect(await faults({ ROOM_DIST: folder })).toContainEqual({
    status: 'warn',
    found: 'The pages of the site or of calls are not built.',
    mend: expect.stringContaining('npm run build'),
  });
});
