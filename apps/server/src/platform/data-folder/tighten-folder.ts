import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';
import { isAbsent } from './if-there.ts';

/** What Kindling keeps in its folder. Other files there belong to the operator and are protected by the folder's mode. */
const OWN_ENTRY =
  /^(?:address|blobs|cache|credential-key|database|models|outbox|private-key|scheduling\.json|server\.lock.*|.+-secret)(?:\.new)?$/;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Keeps a data folder to the user that runs the server: 0700, and 0600 for the files in it, however
 * they were made (by root in an image, with an open umask, by a copy). Where there are no modes
 * (Windows) it does nothing.
 *
 * @throws `data_folder_foreign` when the folder or something in it belongs to another user, who could
 *   read or swap what is in it
 */
export async function tightenFolder(folder: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  // What is named may be a link to a disk with more room; what is in it may not lead elsewhere.
  const { uid, mode } = await stat(folder);
  if (uid !== user) throw foreign(folder, uid, user);
  if ((mode & STICKY) !== 0) throw shared(folder);
  await restrict(folder, mode, FOLDER_MODE);
  for (const name of await readdir(folder))
    if (OWN_ENTRY.test(name)) await tightenEntry(join(folder, name));
}

/** The same for one thing in the folder, whole; for one that is not there, nothing. */
export async function tightenEntry(path: string): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  try {
    const entry = await lstat(path);
    if (entry.isSymbolicLink()) return;
    if (entry.uid !== user) throw foreign(path, entry.uid, user);
    if (!entry.isDirectory()) return await restrict(path, entry.mode, FILE_MODE);
    await restrict(path, entry.mode, FOLDER_MODE);
    for (const name of await readdir(path)) await tightenEntry(join(path, name));
  } catch (error) {
    // Of another server that is stopping, or of one that was killed and is swept away.
    if (!isAbsent(error)) throw error;
  }
}

async function restrict(path: string, mode: number, wanted: number): Promise<void> {
  if ((mode & OTHERS) !== 0) await chmod(path, wanted);
}

function foreign(path: string, owner: number, user: number): StartupError {
  return new StartupError(
    'data_folder_foreign',
    `${path} belongs to another user (${owner}; this server runs as ${user}), who could read what is kept there. Run the server as that user, give the data folder to this one (chown -R ${user} on it), or name a folder in KINDLING_DATA that is not there yet.`,
  );
}

function shared(path: string): StartupError {
  return new StartupError(
    'data_folder_foreign',
    `${path} is a folder that all users share. Name a folder below it in KINDLING_DATA.`,
  );
}
