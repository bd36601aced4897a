import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import type { Examples, LearnedMeaning, SentenceEncoder } from './sentence-encoder.ts';

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
  examples: Examples,
  folder: string,
): Promise<LearnedMeaning> {
  const path = join(folder, `meaning-${fingerprint(encoder.model, examples)}.f32`);
  const kept = await readFile(path).catch(() => null);
  const known = kept === null ? null : unpack(kept, encoder.size, examples);
  if (known !== null) return known;
  const learned = await encoder.learn(examples);
  await keep(path, folder, learned).catch(() => undefined);
  return learned;
}

/** Another where the same examples are learned from in another way. */
const VERSION = 3;

function fingerprint(model: string, examples: Examples): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, model, examples]));
  return hash.digest('hex').slice(0, 16);
}

/** In the order of the file. */
const PARTS = ['mean', 'spread', 'examples', 'judge', 'followUps', 'followJudge'] as const;

function sizesOf(
  size: number,
  { groups, followUps }: Examples,
): Record<keyof LearnedMeaning, number> {
  return {
    mean: size,
    spread: size * size,
    examples: groups.flat().length * size,
    judge: groups.length * (size + 1),
    followUps: followUps.length * size,
    followJudge: followUps.length === 0 ? 0 : groups.length * (2 * size + 1),
  };
}

function unpack(bytes: Buffer, size: number, examples: Examples): LearnedMeaning | null {
  const sizes = sizesOf(size, examples);
  const total = PARTS.reduce((sum, part) => sum + sizes[part], 0);
  if (bytes.length !== total * Float32Array.BYTES_PER_ELEMENT) return null;
  // A buffer of a file may begin anywhere, and numbers only at every fourth byte.
  const numbers = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  let start = 0;
  const parts = PARTS.map((part) => {
    start += sizes[part];
    return [part, numbers.subarray(start - sizes[part], start)] as const;
  });
  return Object.fromEntries(parts) as Record<keyof LearnedMeaning, Float32Array>;
}

async function keep(path: string, folder: string, learned: LearnedMeaning): Promise<void> {
  const bytes = Buffer.concat(
    PARTS.map((part) => {
      const { buffer, byteOffset, byteLength } = learned[part];
      return new Uint8Array(buffer, byteOffset, byteLength);
    }),
  );
  await replaceFile(path, (draft) => writeFile(draft, bytes));
  for (const name of await readdir(folder))
    if (OWN.test(name) && name !== basename(path)) await rm(join(folder, name), { force: true });
}
