import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Opens a database, or starts a server that does. */
const OPENS_DATABASE = /\/(?:test-databases|test-pglite|server-process|engines\/\w+)\.ts$/;

/**
 * The unit tests that reach no database, neither themselves nor by a kit below `testing/`, from the root of the
 * repository.
 */
export function testsWithoutDatabase(): string[] {
  const tests = globSync('{apps,packages}/*/src/**/*.test.{ts,tsx}', { cwd: root });
  return tests.filter((path) => !reachesDatabase(join(root, path)));
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
