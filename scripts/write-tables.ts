import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Operation } from '@kindling/protocol';

/**
 * Writes what follows from the files in `packages/protocol/src/operations`: the table of all of them,
 * and the routes of the REST client, which takes no schema into the page. Run it when an operation is
 * added, moved or taken away; tests hold both.
 */

type Table = Readonly<Record<string, Operation>>;

const root = resolve(import.meta.dirname, '..');
const operationsFolder = join(root, 'packages/protocol/src/operations');
const tablePath = join(operationsFolder, 'table.ts');
const routesPath = join(root, 'packages/api-client/src/routes.ts');
const WRITTEN = '// Written by `npm run tables`.\n';

/** What is written here, and what leads to it. */
const LEFT_OUT = ['index.ts', 'table.ts'];
const files = readdirSync(operationsFolder)
  .filter((name) => /^[a-z-]+\.ts$/.test(name) && !LEFT_OUT.includes(name))
  .toSorted();
const tables: { readonly file: string; readonly name: string; readonly rows: Table }[] = [];
for (const file of files) {
  const source: Readonly<Record<string, unknown>> = await import(join(operationsFolder, file));
  for (const [name, rows] of Object.entries(source))
    if (name.endsWith('Operations') && typeof rows === 'object')
      tables.push({ file, name, rows: rows as Table });
}
/** A path that begins with a parameter matches many others. */
const fitsOthers = ({ rows }: { readonly rows: Table }) =>
  Object.values(rows).some(({ path }) => path.startsWith('/{'));
tables.sort((one, other) => Number(fitsOthers(one)) - Number(fitsOthers(other)));

writeFileSync(
  tablePath,
  [
    WRITTEN,
    ...tables.map(({ file, name }) => `import { ${name} } from './${file}';\n`),
    '\n/** Every operation of the REST API, by name. The server answers it, the client derives from it. */\n',
    `export const operations: ${tables.map(({ name }) => `typeof ${name}`).join(' & ')} = {\n`,
    ...tables.map(({ name }) => `...${name},\n`),
    '};\n',
  ].join(''),
);
writeFileSync(
  routesPath,
  [
    `${WRITTEN}import type { Routes } from './route-types.ts';\n\n`,
    'export const ROUTES = {\n',
    ...tables.flatMap(({ rows }) =>
      Object.entries(rows).map(([name, row]) => `'${name}': '${routeOf(row)}',\n`),
    ),
    '} as const satisfies Routes;\n',
  ].join(''),
);
const { status } = spawnSync('biome', ['check', '--write', tablePath, routesPath], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** Method, path and what it takes, as `route-types.ts` says. */
function routeOf({ method, path, body, bodyType, query, status, access }: Operation): string {
  const flags = [
    body === undefined ? '' : bodyType === 'multipart' ? 'form' : 'body',
    query === undefined ? '' : 'query',
    status === 201 ? 'new' : '',
    access === 'anyone' ? 'open' : '',
  ];
  return [method, path, ...flags].filter((word) => word !== '').join(' ');
}
