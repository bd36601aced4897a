import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueEntry } from '../../src/platform/models/catalogue/entry.ts';
import {
  findInstalledModels,
  type InstalledModels,
} from '../../src/platform/models/installed-models.ts';
import { runModelsCommand } from '../../src/platform/models/models-command.ts';
import type { tryModel } from '../../src/platform/models/try-model.ts';
import { type FileServer, openFileServer } from './file-server.ts';
import { type RealModel, serveRealModel } from './registry-models.ts';

/** A model of the catalogue that the command has installed into a folder of its own. */
export interface RealInstallation {
  readonly folder: string;
  readonly models: InstalledModels;
  /** What the command printed. */
  readonly said: string;
  /** What it asked the server of the files for. */
  readonly asked: readonly string[];
}

export interface InstallOptions {
  readonly kind: RealModel;
  /** As people write it behind `add`. */
  readonly name: string;
  /** Bytes after which the connection breaks off, once. */
  readonly breakOffAfter?: number;
  readonly tryOut?: typeof tryModel;
}

/** Null where its weights cannot be had. Remove the folder when done. */
export async function installRealModel(options: InstallOptions): Promise<RealInstallation | null> {
  const server = await openFileServer();
  try {
    const catalogue = await serveRealModel(server, options.kind);
    return catalogue === null ? null : await install(options, server, catalogue);
  } finally {
    await server.close();
  }
}

async function install(
  { kind, name, breakOffAfter, tryOut }: InstallOptions,
  server: FileServer,
  catalogue: readonly CatalogueEntry[],
): Promise<RealInstallation> {
  if (breakOffAfter !== undefined) server.breakOffAfter.push(breakOffAfter);
  const folder = mkdtempSync(join(tmpdir(), `kindling-${kind}-`));
  let said = '';
  await runModelsCommand({
    args: ['add', name],
    catalogue,
    environment: { KINDLING_DATA: folder },
    signal: new AbortController().signal,
    ...(tryOut && { tryOut }),
    out: {
      write(text) {
        said += text;
        return true;
      },
    },
  });
  const models = await findInstalledModels(join(folder, 'models'));
  return { folder, models, said, asked: server.asked };
}

export function removeInstallation(installed: RealInstallation | null): void {
  if (installed !== null) rmSync(installed.folder, { recursive: true });
}
