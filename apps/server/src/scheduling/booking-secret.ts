import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';

const BYTES = 32;

/**
 * The secret that manage links are made with, kept in the data folder and made when there is none.
 * Call it while this process holds the folder. Throws a `ConfigError` when the file holds something else.
 */
export async function openBookingSecret(dataFolder: string): Promise<Buffer> {
  const path = join(dataFolder, 'booking-secret');
  const text = await readIfThere(path);
  if (text === null) return makeSecret(path);
  const secret = Buffer.from(text.trim(), 'hex');
  if (secret.length === BYTES) return secret;
  throw new ConfigError([
    `${path}: must hold ${BYTES * 2} hexadecimal digits. Restore it; or delete it, and links sent so far still work.`,
  ]);
}

async function makeSecret(path: string): Promise<Buffer> {
  const secret = randomBytes(BYTES);
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${secret.toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  return secret;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
