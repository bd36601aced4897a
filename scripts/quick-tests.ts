import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Opens a database, or starts a server that does. */
const OPENS_DATABASE = /\/(?:test-databases|test-pglite|server-process|engines\/\w+)\.ts$/;

/** Loads a speech engine, by its own module or as the package's users do. */
const LOADS_SPEECH =
  /'\.[^']*\/(?:local-engines|transcriber|vad|voice)\.ts'|\bcreateLocalEngines\b/;
const SPEECH_TESTS = /^packages\/conversation\/src\/engines\/|^apps\/server\//;

/**
 * The unit tests that reach neither a database, themselves or by a kit below `testing/`, nor a speech engine; from
 * the root of the repository.
 */
export function quickTests(): string[] {
  const tests = globSync('{apps,packages}/*/src/**/*.test.{ts,tsx}', { cwd: root });
  return tests.filter((path) => !reachesDatabase(join(root, path)) && !loadsSpeech(path));
}

function loadsSpeech(path: string): boolean {
  return SPEECH_TESTS.test(path) && LOADS_SPEECH.test(readFileSync(join(root, path), 'utf8'));
}

function reachesDatabase(file: string, seen = new Set<string>()): boolean {
  const text = readFileSync(file, 'utf8');
  const named = [...text.matchAll(/'(\.{1,2}\/[^']+\.ts)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return named.some((path) => {
    if (OPENS_DATABASE.test(path)) return true;
    if (!path.includes('/testing/') || seen.has(path) || !existsSync(path)) return false;
    seen.add(path);
    return reachesDatabase(path, seen);
  });
}
