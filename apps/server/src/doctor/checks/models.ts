import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listIfThere } from '../../platform/data-folder/if-there.ts';
import { CATALOGUE } from '../../platform/models/catalogue/catalogue.ts';
import { hashFile } from '../../platform/models/fetching/hash-file.ts';
import { type Receipt, readReceipt } from '../../platform/models/receipt.ts';
import type { Check } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';

/** Whether every file of the models that were installed is what was installed. */
export const models: Check = {
  name: 'models',
  async run({ config }) {
    const { folder } = config.models;
    const known = new Set(CATALOGUE.map(({ name }) => name));
    const names = (await listIfThere(folder)).filter((name) => known.has(name));
    if (names.length === 0)
      return [skipped('No model is installed: those that come with the server are used.')];
    const installed = new Set(names);
    const found: Finding[] = [];
    for (const name of names) found.push(await lookAt(name, join(folder, name), installed));
    return found;
  },
};

async function lookAt(
  name: string,
  folder: string,
  installed: ReadonlySet<string>,
): Promise<Finding> {
  const again = `Install it again: npm run models -- remove ${name}, then add ${name}.`;
  const receipt = await readReceipt(folder);
  if (receipt === null)
    return warn(
      `${name} is not installed whole, and is not used.`,
      `Go on with it: npm run models -- add ${name}.`,
    );
  const needs = CATALOGUE.find((entry) => entry.name === name)?.needs ?? [];
  const missing = needs.filter((need) => !installed.has(need));
  if (missing.length > 0)
    return fail(`${name} is not used: ${missing.join(', ')} is missing.`, again);
  const broken = await brokenFile(receipt, folder);
  return broken === null
    ? ok(`${name} is whole (${receipt.files.length} files, SHA-256).`)
    : fail(`${name} is damaged: ${broken}.`, again);
}

/** What is wrong with the first file that is not as it was; null: all are. */
async function brokenFile({ files }: Receipt, folder: string): Promise<string | null> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    const size = await stat(file).then(
      (entry) => entry.size,
      () => null,
    );
    if (size === null) return `${path} is missing`;
    if (size !== bytes) return `${path} has ${size} bytes instead of ${bytes}`;
    if ((await hashFile(file)) !== sha256) return `${path} has another SHA-256`;
  }
  return null;
}
