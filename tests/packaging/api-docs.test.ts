import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The documentation that `npm run docs` makes, as data: nothing public goes without a word. */

interface Reflection {
  readonly name: string;
  readonly kind: number;
  readonly comment?: { readonly summary: readonly { readonly text: string }[] };
  readonly signatures?: readonly Reflection[];
  readonly getSignature?: Reflection;
  readonly children?: readonly Reflection[];
  readonly inheritedFrom?: { readonly name: string };
}

/** Of the documentation tool. */
const KIND = {
  variable: 32,
  function: 64,
  class: 128,
  interface: 256,
  property: 1_024,
  method: 2_048,
  accessor: 262_144,
} as const;

const DESCRIBED: readonly number[] = [KIND.variable, KIND.function, KIND.class, KIND.interface];

const repository = new URL('../../', import.meta.url).pathname;
let folder: string;
let modules: readonly Reflection[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-docs-'));
  const json = join(folder, 'api.json');
  execFileSync(
    process.execPath,
    [
      join(repository, 'node_modules/typedoc/bin/typedoc'),
      ...['--json', json, '--logLevel', 'Error', '--skipErrorChecking'],
    ],
    { cwd: repository, stdio: 'pipe' },
  );
  modules = (JSON.parse(readFileSync(json, 'utf8')) as Reflection).children ?? [];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function find(name: string, kind: number): Reflection {
  const found = modules
    .flatMap((module) => module.children ?? [])
    .find((reflection) => reflection.name === name && reflection.kind === kind);
  if (found === undefined) throw new Error(`${name} is not in the documentation.`);
  return found;
}

function says(reflection: Reflection): boolean {
  const places = [reflection, reflection.getSignature, ...(reflection.signatures ?? [])];
  return places.some((place) => (place?.comment?.summary.length ?? 0) > 0);
}

const undocumented = (owner: Reflection, kinds: readonly number[]) =>
  (owner.children ?? [])
    .filter((member) => kinds.includes(member.kind) && !says(member))
    .map((member) => member.name);

it.each(['CallObject', 'Vapi'])('every public method of %s is described', (name) => {
  const documented = find(name, KIND.class);
  const methods = (documented.children ?? []).filter((member) => member.kind === KIND.method);
  expect(methods.length).toBeGreaterThan(20);
  expect(undocumented(documented, [KIND.method, KIND.accessor])).toEqual([]);
});

it('every option of a call object is described', () => {
  const options = find('CallObjectOptions', KIND.interface);
  expect((options.children ?? []).length).toBeGreaterThan(30);
  expect(undocumented(options, [KIND.property])).toEqual([]);
});

it('every event of a call object is described', () => {
  const events = find('CallEventPayloads', KIND.interface);
  expect((events.children ?? []).length).toBeGreaterThan(60);
  expect(undocumented(events, [KIND.property])).toEqual([]);
});

it('is filed under the names that are imported', () => {
  expect(modules.map(({ name }) => name).sort()).toEqual([
    '@kindling/assistant',
    '@kindling/assistant/react',
    '@kindling/call',
  ]);
});

it('everything at the doors is described', () => {
  const silent = modules.flatMap((module) =>
    (module.children ?? [])
      .filter(({ kind }) => DESCRIBED.includes(kind))
      .filter((reflection) => !says(reflection))
      .map((reflection) => reflection.name),
  );
  expect(silent).toEqual([]);
});
