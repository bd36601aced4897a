import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Human speech of Debian's package `pocketsphinx-testdata`. */
const FOLDER = '/usr/share/pocketsphinx/test/data';

export interface Recording {
  readonly name: string;
  /** Mono, 16 kHz, in [-1, 1]. */
  readonly pcm: Float32Array;
  /** What is said, in lower case. */
  readonly words: string;
}

/** Ten recordings of two men reading cards and a woman reading a novel; undefined where the package is absent. */
export function loadRecordings(): readonly Recording[] | undefined {
  if (!existsSync(FOLDER)) {
    console.warn('SKIPPED: no human recordings; run "apt-get install pocketsphinx-testdata".');
    return undefined;
  }
  return [...readSet('cards', 'cards.transcription'), ...readSet('librivox', 'transcription')];
}

function readSet(folder: string, references: string): Recording[] {
  const lines = readFileSync(join(FOLDER, folder, references), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [, words, name] = /^<s>\s*(.*?)\s*<\/s>\s*\((.+)\)$/.exec(line) ?? [];
    if (words === undefined || name === undefined) return [];
    return [{ name, words, pcm: readWav(join(FOLDER, folder, `${name}.wav`)) }];
  });
}

function readWav(path: string): Float32Array {
  const file = readFileSync(path);
  const samples = new Float32Array((file.length - 44) >> 1);
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = file.readInt16LE(44 + index * 2) / 32_768;
  }
  return samples;
}

/** Words in lower case, without marks; numbers and titles as the references write them. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\bmr\b\.?/g, 'mister')
    .replace(/[^a-z0-9' ]+/g, ' ')
    .split(' ')
    .filter(Boolean);
}

/** Substitutions, insertions and deletions it takes to get from one list of words to the other. */
export function countWordErrors(heard: readonly string[], said: readonly string[]): number {
  let row = said.map((_, index) => index + 1);
  heard.forEach((word, index) => {
    let diagonal = index;
    let left = index + 1;
    row = row.map((above, column) => {
      const cost = Math.min(above + 1, left + 1, diagonal + (said[column] === word ? 0 : 1));
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return row.at(-1) ?? heard.length;
}
