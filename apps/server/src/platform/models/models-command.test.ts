import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FileServer, openFileServer } from '../../../testing/models/file-server.ts';
import { lockFolder } from '../data-folder/folder-lock.ts';
import { CATALOGUE } from './catalogue/catalogue.ts';
import type { CatalogueEntry, DataEntry, ModelFile, VoiceEntry } from './catalogue/entry.ts';
import { createModelSource } from './fetching/model-source.ts';
import { installModel } from './install-model.ts';
import { openKnownHashes } from './known-hashes.ts';
import { runModelsCommand } from './models-command.ts';
import { tryModel } from './try-model.ts';

let server: FileServer;
let data: string;
beforeEach(async () => {
  server = await openFileServer();
  data = mkdtempSync(join(tmpdir(), 'kindling-models-'));
});
afterEach(async () => {
  await server.close();
  rmSync(data, { recursive: true });
});

const WEIGHTS = Buffer.alloc(30_000, 1);
const WORDS = Buffer.alloc(500, 2);

function serve(path: string, content: Buffer, known = true): ModelFile {
  server.files.set(`/${path}`, content);
  return {
    path: path.slice(path.indexOf('/') + 1),
    address: `${server.url}/${path}`,
    bytes: known ? content.length : null,
    sha256: known ? createHash('sha256').update(content).digest('hex') : null,
  };
}

/** A voice and the words it needs. */
function madeUp(known = true): readonly CatalogueEntry[] {
  const words: DataEntry = {
    kind: 'data',
    name: 'words',
    about: 'Words.',
    licence: 'GPL-3.0',
    licenceRemark: 'Linked.',
    files: [serve('words/lang/en', WORDS)],
    needs: [],
  };
  const voice = (name: string): VoiceEntry => ({
    kind: 'voice',
    engine: 'piper',
    name,
    about: 'Speaks.',
    licence: 'MIT',
    files: [serve(`${name}/model.onnx`, WEIGHTS, known)],
    needs: ['words'],
    speakers: [{ voiceId: name, speaker: 0, libraryId: 'id', name, accent: 'American' }],
  });
  return [voice('one'), voice('two'), words];
}

/** A recogniser of the catalogue, with files that are none. */
function fakeRecogniser(): readonly CatalogueEntry[] {
  return CATALOGUE.filter(({ name }) => name === 'moonshine-base').map((entry) => ({
    ...entry,
    files: entry.files.map(({ path }) => serve(`moonshine-base/${path}`, WORDS)),
  }));
}

async function run(
  args: readonly string[],
  catalogue: readonly CatalogueEntry[],
  environment: Readonly<Record<string, string>> = {},
  tryOut: typeof tryModel = async (name) => `${name} was tried.`,
): Promise<string> {
  let said = '';
  await runModelsCommand({
    args,
    catalogue,
    environment: { KINDLING_DATA: data, ...environment },
    tryOut,
    out: {
      write(text: string | Uint8Array) {
        said += text;
        return true;
      },
    },
    signal: new AbortController().signal,
  });
  return said;
}
const models = (...path: string[]) => join(data, 'models', ...path);

it('installs a model with what it needs, and says their licences', async () => {
  const catalogue = madeUp();
  const said = await run(['add', 'one'], catalogue);
  expect(said).toContain('words: GPL-3.0, 0.0 MB\n  Linked.');
  expect(said).toContain('one: 100 %');
  expect(said).toContain('one is installed.\none was tried.\n');
  expect(readFileSync(models('one/model.onnx'))).toEqual(WEIGHTS);
  expect(readFileSync(models('words/lang/en'))).toEqual(WORDS);
  expect(readdirSync(models('one')).toSorted()).toEqual(['installed.json', 'model.onnx']);
  expect(readdirSync(models('.part'))).toEqual([]);
  expect(await run([], catalogue)).toMatch(/ {2}one .*MIT +installed\n/);
  expect(await run(['add', 'one'], catalogue)).toBe('one is installed already.\n');
});

it('installs nothing of what is not what was meant', async () => {
  const catalogue = madeUp();
  server.files.set('/one/model.onnx', Buffer.alloc(WEIGHTS.length, 9));
  await expect(run(['add', 'one'], catalogue)).rejects.toMatchObject({ code: 'model_damaged' });
  expect([existsSync(models('one')), existsSync(models('words'))]).toEqual([false, true]);
  expect(readdirSync(models('.part/one'))).toEqual([]);
  server.files.set('/one/model.onnx', WEIGHTS);
  await run(['add', 'one'], catalogue);
  expect(readFileSync(models('one/model.onnx'))).toEqual(WEIGHTS);
});

it('says what to do where a model cannot be loaded, as the server will find it', async () => {
  await expect(
    run(['add', 'moonshine-base'], fakeRecogniser(), {}, tryModel),
  ).rejects.toMatchObject({
    code: 'model_unusable',
    message: expect.stringContaining('npm run models -- remove moonshine-base'),
  });
});

it('keeps the hash that nobody knew, and takes nothing else later', async () => {
  const catalogue = madeUp(false);
  const digest = createHash('sha256').update(WEIGHTS).digest('hex');
  expect(await run(['add', 'one'], catalogue)).toContain(`model.onnx: SHA-256 ${digest}`);
  await run(['remove', 'one'], catalogue);
  server.files.set('/one/model.onnx', Buffer.alloc(WEIGHTS.length, 9));
  await expect(run(['add', 'one'], catalogue)).rejects.toMatchObject({
    code: 'model_damaged',
    message: expect.stringContaining('the first download brought another file'),
  });
  server.files.set('/one/model.onnx', WEIGHTS);
  expect(await run(['add', 'one'], catalogue)).not.toContain('SHA-256');
});

it('removes a model and what nothing needs any more', async () => {
  const catalogue = madeUp();
  await run(['add', 'one', 'two'], catalogue);
  await expect(run(['remove', 'words'], catalogue)).rejects.toMatchObject({
    code: 'model_in_use',
    message: expect.stringContaining('one and two cannot work without words'),
  });
  expect(await run(['remove', 'one'], catalogue)).not.toContain('words');
  expect([existsSync(models('one')), existsSync(models('words'))]).toEqual([false, true]);
  expect(await run(['remove', 'two'], catalogue)).toContain('words is removed, too');
  expect(await run(['remove', 'two'], catalogue)).toContain('two is not installed');
  expect(existsSync(models('words'))).toBe(false);
});

it('fetches from a mirror: the folder of another server, or an address', async () => {
  const catalogue = madeUp();
  await run(['add', 'one'], catalogue);
  const there = data;
  const elsewhere = mkdtempSync(join(tmpdir(), 'kindling-models-'));
  const before = server.asked.length;
  data = elsewhere;
  await run(['add', 'one'], catalogue, { MODELS_MIRROR: join(there, 'models') });
  expect(readFileSync(models('one/model.onnx'))).toEqual(WEIGHTS);
  expect(server.asked).toHaveLength(before);
  await run(['remove', 'one'], catalogue);
  server.files.set('/mirror/one/model.onnx', WEIGHTS);
  server.files.set('/mirror/words/lang/en', WORDS);
  await run(['add', 'one'], catalogue, { MODELS_MIRROR: `${server.url}/mirror/` });
  expect(server.asked.slice(before)).toEqual([
    '/mirror/words/lang/en whole',
    '/mirror/one/model.onnx whole',
  ]);
  await run(['remove', 'one'], catalogue);
  await expect(run(['add', 'one'], catalogue, { MODELS_MIRROR: data })).rejects.toMatchObject({
    code: 'model_unreachable',
    message: expect.stringContaining('it is not there'),
  });
  rmSync(there, { recursive: true });
});

it('does not begin where the disk has no room for all of it', async () => {
  const [entry] = madeUp();
  if (entry === undefined) throw new Error('There is no model.');
  const installing = installModel({
    entry,
    modelsFolder: models(),
    source: createModelSource(null),
    hashes: await openKnownHashes(data),
    signal: new AbortController().signal,
    now: () => new Date(0),
    measureFree: async () => 100_020_000,
  });
  await expect(installing).rejects.toMatchObject({ code: 'disk_full' });
  expect(server.asked).toEqual([]);
});

it('runs once at a time, and says what it does not know', async () => {
  const catalogue = madeUp();
  await run(['remove', 'one'], catalogue);
  const lock = await lockFolder(models());
  await expect(run(['add', 'one'], catalogue)).rejects.toMatchObject({ code: 'models_locked' });
  await lock.release();
  await expect(run(['add', 'three'], catalogue)).rejects.toThrow('There are: one, two, words.');
  await expect(run(['install', 'one'], catalogue)).rejects.toThrow('npm run models -- add <name>');
  expect(await run(['--help'], catalogue)).toContain('MODELS_MIRROR');
});

it('has a catalogue in which every name is one, and every need is there', () => {
  const names = CATALOGUE.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { needs } of CATALOGUE) for (const name of needs) expect(names).toContain(name);
  const speakers = CATALOGUE.flatMap((entry) => (entry.kind === 'voice' ? entry.speakers : []));
  for (const key of ['voiceId', 'libraryId'] as const) {
    expect(new Set(speakers.map((speaker) => speaker[key])).size).toBe(speakers.length);
  }
  for (const { files } of CATALOGUE) {
    for (const { address, sha256 } of files) {
      expect(address).toMatch(/^https:\/\//);
      expect(sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
    }
  }
});
