import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { readIfThere } from './if-there.ts';
import { writeWhole } from './write-whole.ts';

const BYTES = 32;

/**
 * A secret of this server, kept in its data folder under `name` and made when there is none. Call it
 * while this process holds the folder.
 *
 * @throws a `ConfigError` when the file holds something else; `otherwise` says what deleting it costs
 */
export async function openSecret(
  dataFolder: string,
  name: string,
  otherwise: string,
): Promise<Buffer> {
  const path = join(dataFolder, name);
  const content = await readIfThere(path);
  if (content === null) return makeSecret(path);
  const secret = Buffer.from(content.toString('utf8').trim(), 'hex');
  if (secret.length === BYTES) return secret;
  throw new ConfigError([
    `${path}: must hold ${BYTES * 2} hexadecimal digits. Restore it; or delete it, and ${otherwise}.`,
  ]);
}

async function makeSecret(path: string): Promise<Buffer> {
  const secret = randomBytes(BYTES);
  await writeWhole(path, `${secret.toString('hex')}\n`);
  return secret;
}
