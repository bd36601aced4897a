import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillDatabaseFolder } from '../../testing/databases/test-pglite.ts';
import { testAssistant } from '../../testing/server/fake-parts.ts';
import { createTokenStore } from '../modules/tokens/token-store.ts';
import { openDataFolder } from '../platform/data-folder/data-folder.ts';
import { openPglite } from '../platform/database/engines/pglite.ts';
import { seed } from './seed.ts';

const COMMAND = resolve(import.meta.dirname, '../../../../scripts/keys.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runKeys = () =>
  new Promise<{ exitCode: unknown; said: string; complained: string }>((done) => {
    const env = { ...process.env, KINDLING_DATA: folder, DATABASE_URL: '' };
    execFile(process.execPath, [COMMAND], { env }, (error, said, complained) =>
      done({ exitCode: error?.code ?? 0, said, complained }),
    );
  });

it('says what to do while the server runs', async () => {
  const running = await openDataFolder(folder);
  const { exitCode, said, complained } = await runKeys();
  await running.release();
  expect({ exitCode, said }).toEqual({ exitCode: 1, said: '' });
  expect(complained).toContain('The server is running. Stop it');
}, 60_000);

it('makes a key for one that was lost, and prints where it is, not which', async () => {
  await fillDatabaseFolder(join(folder, 'database'));
  const database = await openPglite(join(folder, 'database'));
  const keepPrivateKey = async () => undefined;
  await seed({ db: database.db, assistant: testAssistant, keepPrivateKey });
  await database.close();
  const { exitCode, said, complained } = await runKeys();
  const path = join(folder, 'private-key');
  const key = readFileSync(path, 'utf8').trim();
  expect({ exitCode, complained }).toEqual({ exitCode: 0, complained: '' });
  expect(said).toContain(path);
  expect(said).not.toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const after = await openPglite(join(folder, 'database'));
  const token = await createTokenStore(after.db).findByKey(key);
  await after.close();
  expect(token).toMatchObject({ kind: 'private', role: 'admin', revokedAt: null });
}, 120_000);
