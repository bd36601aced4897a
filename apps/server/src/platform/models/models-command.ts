import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { lockFolder } from '../data-folder/folder-lock.ts';
import { StartupError } from '../errors/startup-error.ts';
import { CATALOGUE, withNeeds } from './catalogue/catalogue.ts';
import { type CatalogueEntry, sizeOf } from './catalogue/entry.ts';
import { createModelSource } from './fetching/model-source.ts';
import { installModel, removeModel } from './install-model.ts';
import { openKnownHashes } from './known-hashes.ts';
import { listModels } from './list-models.ts';
import { ModelInstallError } from './model-error.ts';
import { createProgressLine } from './progress-line.ts';
import { listInstalled } from './receipt.ts';
import type { ModelFolders } from './try-model.ts';

export const MODELS_USAGE = `Voices, recognisers, sentence encoders and turn models that are better than those that come with the server.

  npm run models                     what can be installed, and what is
  npm run models -- add <name> …     fetches and installs; run again, it goes on where it stopped
  npm run models -- remove <name> …

They are kept in the data folder (KINDLING_DATA, or data) and used from the next start of the server on.
MODELS_MIRROR names a folder or an address to fetch from, where public addresses cannot be reached: it has
a folder for each model, as the folder models of another server's data folder does.
`;

export interface ModelsCommandOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
  /** Loads what was installed and answers what is to be said of it. @default it is not tried */
  readonly tryOut?: (name: string, folders: ModelFolders) => Promise<string>;
  readonly catalogue?: readonly CatalogueEntry[];
}

interface Work extends Required<Omit<ModelsCommandOptions, 'args' | 'environment'>> {
  readonly modelsFolder: string;
  readonly cacheFolder: string;
  readonly mirror: string | null;
  readonly say: (line: string) => void;
}

/** @throws a `ModelInstallError`, or the signal's reason */
export async function runModelsCommand(options: ModelsCommandOptions): Promise<void> {
  const { args, environment, catalogue = CATALOGUE, out } = options;
  const [action, ...names] = args;
  const say = (line: string) => void out.write(`${line}\n`);
  if (action === '--help' || action === 'help') return void out.write(MODELS_USAGE);
  const { models, dataFolder } = readConfig(environment);
  const work: Work = {
    tryOut: async () => '',
    ...options,
    catalogue,
    say,
    modelsFolder: models.folder,
    cacheFolder: join(dataFolder, 'cache'),
    mirror: models.mirror,
  };
  if (action === undefined || action === 'list') {
    return say(listModels(await listInstalled(models.folder), catalogue));
  }
  if ((action !== 'add' && action !== 'remove') || names.length === 0) {
    throw new ModelInstallError('model_unknown', `Say what to do.\n\n${MODELS_USAGE}`);
  }
  const entries = names.map((name) => findEntry(name, catalogue));
  await mkdir(models.folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(models.folder).catch(sayWhoLocks);
  try {
    for (const entry of entries) await (action === 'add' ? add(entry, work) : remove(entry, work));
  } finally {
    await lock.release();
  }
}

async function add(entry: CatalogueEntry, work: Work): Promise<void> {
  const { catalogue, modelsFolder, mirror, say, signal, out } = work;
  const installed = await listInstalled(modelsFolder);
  const missing = withNeeds(entry, catalogue).filter(({ name }) => !installed.has(name));
  if (missing.length === 0) return say(`${entry.name} is installed already.`);
  const source = createModelSource(mirror);
  const hashes = await openKnownHashes(modelsFolder);
  for (const one of missing) {
    say(`${one.name}: ${one.licence}, ${(sizeOf(one) / 1_000_000).toFixed(1)} MB`);
    if (one.licenceRemark !== undefined) say(`  ${one.licenceRemark}`);
    const progress = createProgressLine(out, one.name);
    const unknown: string[] = [];
    try {
      await installModel({
        entry: one,
        modelsFolder,
        source,
        hashes,
        signal,
        now: () => new Date(),
        onProgress: progress.show,
        onNewHash: (file, sha256) => unknown.push(`  ${file.path}: SHA-256 ${sha256}`),
      });
    } finally {
      progress.end();
    }
    if (unknown.length > 0) {
      say('  Nobody had checked these before; from now on only the same are taken:');
      for (const line of unknown) say(line);
    }
    say(`${one.name} is installed.`);
  }
  if (entry.kind !== 'data') {
    say(await work.tryOut(entry.name, { models: modelsFolder, cache: work.cacheFolder }));
  }
  say(outcomeOf(entry));
}

function outcomeOf(entry: CatalogueEntry): string {
  const first = entry.kind === 'voice' ? entry.speakers[0]?.voiceId : undefined;
  const how =
    first === undefined
      ? ''
      : ` Assistants that name no voice speak with it unless a voice above it in the list is installed too; others with "voice": {"provider": "kindling", "voiceId": "${first}"}.`;
  return `It is used from the next start of the server on.${how}`;
}

async function remove(entry: CatalogueEntry, work: Work): Promise<void> {
  const { catalogue, modelsFolder, say } = work;
  const needing = await neededBy(entry.name, work);
  if (needing.length > 0) {
    throw new ModelInstallError(
      'model_in_use',
      `${needing.join(' and ')} cannot work without ${entry.name}. Remove ${needing.length === 1 ? 'it' : 'them'} first.`,
    );
  }
  const wasThere = await removeModel(modelsFolder, entry.name);
  say(wasThere ? `${entry.name} is removed.` : `${entry.name} is not installed.`);
  for (const name of entry.needs) {
    if ((await neededBy(name, { catalogue, modelsFolder })).length > 0) continue;
    if (await removeModel(modelsFolder, name)) say(`${name} is removed, too: nothing needs it.`);
  }
  if (wasThere) say('A server that runs uses it until it is restarted.');
}

async function neededBy(
  name: string,
  { catalogue, modelsFolder }: Pick<Work, 'catalogue' | 'modelsFolder'>,
): Promise<string[]> {
  const installed = await listInstalled(modelsFolder);
  return catalogue
    .filter((entry) => installed.has(entry.name) && entry.needs.includes(name))
    .map((entry) => entry.name);
}

function findEntry(name: string, catalogue: readonly CatalogueEntry[]): CatalogueEntry {
  const found = catalogue.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const names = catalogue.map((entry) => entry.name).join(', ');
  throw new ModelInstallError('model_unknown', `There is no model “${name}”. There are: ${names}.`);
}

function sayWhoLocks(error: unknown): never {
  if (!(error instanceof StartupError)) throw error;
  throw new ModelInstallError(
    'models_locked',
    'Another npm run models is at work in this data folder. Wait until it is done.',
    { cause: error },
  );
}
