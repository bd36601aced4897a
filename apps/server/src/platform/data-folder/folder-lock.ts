import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a folder for this process by a file that names it. A file left by a process that died is
 * replaced.
 *
 * @throws `data_folder_in_use` when its owner lives
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'server.lock');
  const claim = join(folder, `server.lock.${randomUUID()}`);
  const content = JSON.stringify({ pid: process.pid, started: await startTime(process.pid) });
  await writeFile(claim, content, { mode: 0o600 });
  try {
    await claimPath(claim, path, folder);
  } finally {
    await rm(claim, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
}

/**
 * Who holds a folder, without taking it: null where nobody does. An owner that does not live here crashed, or runs in
 * another container.
 */
export async function folderOwner(
  folder: string,
): Promise<{ readonly pid: number; readonly isAlive: boolean } | null> {
  const path = join(folder, 'server.lock');
  const owner = parseOwner(await readFile(path, 'utf8').catch(() => ''));
  if (owner === null) return null;
  return { pid: owner.pid, isAlive: (await livingOwner(path)) !== null };
}

async function claimPath(claim: string, path: string, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      // A link appears whole or not at all, and never over another.
      return await link(claim, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const pid = await livingOwner(path);
      if (pid !== null) throw inUse(folder, pid);
      await removeStale(path);
    }
  }
  throw inUse(folder, null);
}

/** Two processes may find the same stale file: what a living one has put there since goes back. */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await livingOwner(aside)) !== null) await link(aside, path);
  } catch (error) {
    const expected = error instanceof Error && 'code' in error;
    if (!expected || (error.code !== 'ENOENT' && error.code !== 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function livingOwner(path: string): Promise<number | null> {
  const owner = parseOwner(await readFile(path, 'utf8').catch(() => ''));
  if (owner === null || !isAlive(owner.pid)) return null;
  // After a reboot, or in a container, the pid may belong to an unrelated process.
  const started = await startTime(owner.pid);
  return owner.started === null || started === null || owner.started === started ? owner.pid : null;
}

function parseOwner(text: string): { pid: number; started: string | null } | null {
  try {
    const owner: unknown = JSON.parse(text);
    if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return null;
    const started = 'started' in owner && typeof owner.started === 'string' ? owner.started : null;
    return typeof owner.pid === 'number' ? { pid: owner.pid, started } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process began, in clock ticks since boot together with the boot's id; null off Linux. */
async function startTime(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command, in parentheses, may hold spaces; field 22 is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}:${ticks}`;
  } catch {
    return null;
  }
}

function inUse(folder: string, pid: number | null): StartupError {
  const owner = pid === null ? 'Another process' : `Another Kindling server (process ${pid})`;
  return new StartupError(
    'data_folder_in_use',
    `${owner} uses the data folder ${folder}. Stop it, or name another folder in KINDLING_DATA.`,
  );
}
