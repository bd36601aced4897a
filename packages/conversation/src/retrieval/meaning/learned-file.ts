import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import type { LearnedMeaning, SentenceEncoder } from './sentence-encoder.ts';

/** Whole files: the name of a draft is longer. */
const OWN = /^meaning-[0-9a-f]+\.f32$/;

/**
 * What was learned from these examples, from a file in `folder` where it was learned before; otherwise it is learned,
 * which takes some seconds of a processor for a thousand examples, and kept in the place of what was learned of others.
 *
 * @throws an `EngineError`; a file that cannot be read or written only costs time
 */
export async function learnOnce(
  encoder: SentenceEncoder,
  groups: readonly (readonly string[])[],
  folder: string,
): Promise<LearnedMeaning> {
  const path = join(folder, `meaning-${fingerprint(encoder.model, groups)}.f32`);
  const kept = await readFile(path).catch(() => null);
  const known = kept === null ? null : unpack(kept, encoder.size, groups);
  if (known !== null) return known;
  const learned = await encoder.learn(groups);
  await keep(path, folder, learned).catch(() => undefined);
  return learned;
}

/** Another where the same examples are learned from in another way. */
const VERSION = 2;

function fingerprint(model: string, groups: readonly (readonly string[])[]): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, model, groups]));
  return hash.digest('hex').slice(0, 16);
}

function unpack(
  bytes: Buffer,
  size: number,
  groups: readonly (readonly string[])[],
): LearnedMeaning | null {
  const sizes = [size, size * size, groups.flat().length * size, groups.length * (size + 1)];
  if (bytes.length !== 4 * sizes.reduce((sum, part) => sum + part, 0)) return null;
  // A buffer of a file may begin anywhere, and numbers only at every fourth byte.
  const numbers = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  let start = 0;
  const [mean, spread, examples, judge] = sizes.map((length) => {
    start += length;
    return numbers.subarray(start - length, start);
  }) as [Float32Array, Float32Array, Float32Array, Float32Array];
  return { mean, spread, examples, judge };
}

async function keep(path: string, folder: string, learned: LearnedMeaning): Promise<void> {
  const parts = [learned.mean, learned.spread, learned.examples, learned.judge];
  const bytes = Buffer.concat(
    parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
  await replaceFile(path, (draft) => writeFile(draft, bytes));
  for (const name of await readdir(folder))
    if (OWN.test(name) && name !== basename(path)) await rm(join(folder, name), { force: true });
}
