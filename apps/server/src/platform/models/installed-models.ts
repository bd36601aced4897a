import { join } from 'node:path';
import { CATALOGUE } from './catalogue/catalogue.ts';
import type {
  CatalogueEntry,
  EncoderEntry,
  ModelSpeaker,
  RecogniserEntry,
  TurnsEntry,
  VoiceEntry,
} from './catalogue/entry.ts';
import { espeakData } from './catalogue/espeak-data.ts';
import { listInstalled, readReceipt } from './receipt.ts';

export interface InstalledVoice {
  readonly name: string;
  readonly engine: VoiceEntry['engine'];
  readonly folder: string;
  /** Of espeak-ng's data; null: this engine reads none. */
  readonly pronunciationFolder: string | null;
  readonly speakers: readonly ModelSpeaker[];
}

export interface InstalledRecogniser {
  readonly name: string;
  readonly engine: RecogniserEntry['engine'];
  readonly folder: string;
}

export interface InstalledEncoder {
  readonly name: string;
  readonly engine: EncoderEntry['engine'];
  readonly folder: string;
  /** SHA-256 of its first file: what was learned by other weights is of no use. */
  readonly version: string;
}

export interface InstalledTurnModel {
  readonly name: string;
  readonly engine: TurnsEntry['engine'];
  readonly folder: string;
}

/** What is installed and whole, in the order of the catalogue: the first is used where nothing is named. */
export interface InstalledModels {
  readonly voices: readonly InstalledVoice[];
  readonly recognisers: readonly InstalledRecogniser[];
  readonly encoders: readonly InstalledEncoder[];
  readonly turnModels: readonly InstalledTurnModel[];
}

export async function findInstalledModels(modelsFolder: string): Promise<InstalledModels> {
  const installed = await listInstalled(modelsFolder);
  const usable = (entry: CatalogueEntry) =>
    installed.has(entry.name) && entry.needs.every((name) => installed.has(name));
  const folderOf = (name: string) => join(modelsFolder, name);
  return {
    voices: CATALOGUE.filter((entry) => entry.kind === 'voice')
      .filter(usable)
      .map(({ name, engine, needs, speakers }) => ({
        name,
        engine,
        folder: folderOf(name),
        pronunciationFolder: needs.includes(espeakData.name) ? folderOf(espeakData.name) : null,
        speakers,
      })),
    recognisers: CATALOGUE.filter((entry) => entry.kind === 'recogniser')
      .filter(usable)
      .map(({ name, engine }) => ({ name, engine, folder: folderOf(name) })),
    encoders: await Promise.all(
      CATALOGUE.filter((entry) => entry.kind === 'encoder')
        .filter(usable)
        .map(async ({ name, engine }) => {
          const receipt = await readReceipt(folderOf(name));
          const version = receipt?.files[0]?.sha256 ?? '';
          return { name, engine, folder: folderOf(name), version };
        }),
    ),
    turnModels: CATALOGUE.filter((entry) => entry.kind === 'turns')
      .filter(usable)
      .map(({ name, engine }) => ({ name, engine, folder: folderOf(name) })),
  };
}
