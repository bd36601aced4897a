import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'kindling-folder-'));
    folder = join(parent, 'data');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o7777).toString(8);
  /** As an image, a copy or an older version may have left it. */
  function makeOpen(): void {
    mkdirSync(join(folder, 'database/base'), { recursive: true });
    mkdirSync(join(folder, 'outbox'));
    writeFileSync(join(folder, 'database/PG_VERSION'), '17');
    writeFileSync(join(folder, 'private-key'), 'kd_prv_x\n');
    writeFileSync(join(folder, 'credential-key'), 'x');
    writeFileSync(join(folder, 'outbox/1.eml'), 'mail');
    for (const path of ['', 'database', 'database/base', 'outbox'])
      chmodSync(join(folder, path), 0o777);
    for (const path of ['database/PG_VERSION', 'private-key', 'credential-key', 'outbox/1.eml'])
      chmodSync(join(folder, path), 0o666);
  }

  it('is for its user alone, however open it was: made-by-an-image', async () => {
    makeOpen();
    const opened = await openDataFolder(folder);
    for (const path of ['.', 'database', 'database/base', 'outbox'])
      expect(modeOf(path)).toBe('700');
    for (const path of ['database/PG_VERSION', 'private-key', 'credential-key', 'outbox/1.eml'])
      expect(modeOf(path)).toBe('600');
    // What is written later with an open umask is closed again.
    writeFileSync(join(folder, 'database/new'), '');
    chmodSync(join(folder, 'database/new'), 0o666);
    await opened.tightenDatabase();
    expect(modeOf('database/new')).toBe('600');
    await opened.keepAddress('http://127.0.0.1:8787');
    expect([modeOf('address'), modeOf('server.lock')]).toEqual(['600', '600']);
    await opened.release();
  });

  it('leaves what is not its own, and follows no link', async () => {
    makeOpen();
    const elsewhere = join(parent, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(folder, 'blobs'));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    chmodSync(join(folder, 'notes.txt'), 0o644);
    const opened = await openDataFolder(folder);
    expect([modeOf('notes.txt'), statSync(elsewhere).mode & 0o777]).toEqual(['644', 0o644]);
    await opened.release();
  });

  it('replaces its private key as a whole, for its user alone', async () => {
    makeOpen();
    const opened = await openDataFolder(folder);
    expect(await opened.readPrivateKey()).toBe('kd_prv_x');
    chmodSync(join(folder, 'private-key'), 0o666);
    await opened.keepPrivateKey('kd_prv_y');
    expect([await opened.readPrivateKey(), modeOf('private-key')]).toEqual(['kd_prv_y', '600']);
    await opened.release();
  });

  it('is none that all users share', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
    await expect(openDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_foreign' });
    expect(modeOf()).toBe('1777');
  });

  it.skipIf(!isRoot)('is refused when it, or something in it, is of another user', async () => {
    makeOpen();
    chownSync(folder, 12_345, 12_345);
    const refusal = openDataFolder(folder);
    await expect(refusal).rejects.toMatchObject({ code: 'data_folder_foreign' });
    await expect(refusal).rejects.toThrow('chown');
    chownSync(folder, 0, 0);
    chownSync(join(folder, 'private-key'), 12_345, 12_345);
    await expect(openDataFolder(folder)).rejects.toThrow('private-key');
    chownSync(join(folder, 'private-key'), 0, 0);
    await (await openDataFolder(folder)).release();
  });
});
