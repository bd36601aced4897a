import { randomUUID } from 'node:crypto';
import { access, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsent } from '../../platform/data-folder/if-there.ts';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { codeOf, sayError } from '../looking/say-error.ts';

const OTHERS = 0o077;
const MEGABYTE = 1_000_000;
/** Beside what recordings leave: for the database and logs, bytes. */
const SPARE = 1_000 * MEGABYTE;
/** Of a file system with that few files left nothing new can be made. */
const FEW_FILES = 1_000;

/** The data folder: whose it is, whether it can be written, and how much room there is. The built pages beside it. */
export const disk: Check = {
  name: 'disk',
  async run(scene) {
    return [...(await lookAtFolder(scene)), await lookAtPages(scene)];
  },
};

async function lookAtFolder({ config }: Scene): Promise<Finding[]> {
  const { dataFolder: folder } = config;
  try {
    const found = [...(await whose(folder)), await write(folder)];
    return [...found, ...(await room(folder, config.roomMedia.keepFree))];
  } catch (error) {
    if (!isAbsent(error))
      return [fail(`${folder} cannot be looked at: ${sayError(error)}.`, OWNERSHIP)];
    const parent = dirname(folder);
    return [
      skipped(`There is no data folder ${folder} yet; the first start makes it.`),
      await write(parent).catch((fault: unknown) =>
        fail(`${parent} cannot be looked at: ${sayError(fault)}.`, OWNERSHIP),
      ),
    ];
  }
}

const OWNERSHIP =
  'Give the folder to the user that runs the server (chown -R), or name another in KINDLING_DATA.';

async function whose(folder: string): Promise<Finding[]> {
  const user = process.getuid?.();
  const { uid, mode } = await stat(folder);
  if (user === undefined) return [];
  if (uid !== user)
    return [fail(`${folder} belongs to user ${uid}; this is user ${user}.`, OWNERSHIP)];
  return (mode & OTHERS) === 0
    ? [ok(`${folder} is for its owner alone.`)]
    : [
        warn(
          `${folder} can be read by others (${(mode & 0o777).toString(8)}).`,
          'Start the server, which restricts it, or run chmod 700 on it.',
        ),
      ];
}

async function write(folder: string): Promise<Finding> {
  const path = join(folder, `doctor-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.write('Kindling');
      await file.sync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    return ok(`${folder} can be written.`);
  } catch (error) {
    if (isAbsent(error)) throw error;
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return fail(`The disk of ${folder} is full.`, 'Make room, then start the server again.');
    return fail(
      `${folder} cannot be written: ${sayError(error)}.`,
      code === 'EROFS' ? 'Mount a writable volume there, or name one in KINDLING_DATA.' : OWNERSHIP,
    );
  }
}

async function room(folder: string, keepFree: number): Promise<Finding[]> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${Math.floor(free / MEGABYTE)} MB of the disk of ${folder} are free`;
  const found = [spaceFinding(free, text, keepFree)];
  // Some file systems count none.
  if (files > 0 && ffree < FEW_FILES)
    found.push(
      fail(`Only ${ffree} more files can be made there.`, 'Remove files that are not needed.'),
    );
  return found;
}

function spaceFinding(free: number, text: string, keepFree: number): Finding {
  if (free < keepFree)
    return fail(
      `${text}: calls are not recorded below ${keepFree / MEGABYTE} MB.`,
      'Make room, or lower RECORDING_MIN_FREE_MB.',
    );
  return free < keepFree + SPARE
    ? warn(`${text}.`, 'Make room before recordings and the database need it.')
    : ok(`${text}.`);
}

async function lookAtPages({ config }: Scene): Promise<Finding> {
  const pages = [config.siteFolder, config.roomPageFolder].map((path) => join(path, 'index.html'));
  try {
    for (const page of pages) await access(page);
    return ok('The pages are built.');
  } catch {
    return warn(
      'The pages of the site or of calls are not built.',
      'Run npm run build, or start with npm start, which builds them.',
    );
  }
}
