import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ERROR_STATUS, operations } from '@kindling/protocol';
import { describe, expect, it } from 'vitest';
import { signBody } from '../../apps/server/src/platform/http-client/sign-request.ts';
import {
  standardHeaders,
  standardSecret,
} from '../../apps/server/src/platform/http-client/standard-webhook.ts';

/** What the documents say of the code, held against the code. */

const repository = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const documents = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/README.md'],
  ...markdownIn('docs'),
  ...readdirSync(join(repository, 'packages'))
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => existsSync(join(repository, path))),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
const linesOf = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Every file below a folder of the repository. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)));

/** Without code: what looks like a link or a heading there is none. */
const proseOf = (path: string) => read(path).replaceAll(/^```.*?^```/gms, '');

/** As hosts of repositories name headings. */
function anchorsOf(path: string): Set<string> {
  const headings = [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** What is wrong with a link; undefined: nothing. */
function faultOf(from: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(repository, target))) return `${from}: there is no ${link}`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor)) return;
  return `${from}: no heading for ${link}`;
}

it.each(documents)('%s has links that lead somewhere', (path) => {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const inside = links.filter((link) => !/^(?:https?|mailto):/.test(link));
  expect(inside.flatMap((link) => faultOf(path, link) ?? [])).toEqual([]);
});

describe('operators find', () => {
  /** What the first column of a document's tables names. */
  const named = (path: string, what: RegExp) =>
    [...read(path).matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(what)].map(([, name = '']) => name),
    );

  it('every setting in the configuration, and no other', () => {
    const source = read('apps/server/src/platform/config/environment.ts');
    const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
    expect(settings.length).toBeGreaterThan(50);
    const listed = named('docs/operate/configuration.md', /`([A-Z_]+)`/g);
    expect(listed.toSorted()).toEqual(settings.toSorted());
  });

  it('every metric', () => {
    const source = read('apps/server/src/platform/metrics/metrics.ts');
    const metrics = [...source.matchAll(/'(kindling_\w+)'/g)].map(([, name = '']) => name);
    expect(metrics.length).toBeGreaterThan(15);
    const listed = named('docs/operate/monitoring.md', /`(kindling_\w+)/g);
    expect(listed.toSorted()).toEqual(metrics.toSorted());
  });
});

describe('contributors find', () => {
  const text = read('CONTRIBUTING.md');
  const sources = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => `${folder}/${name}/src`),
  );

  it('every path that the tour names', () => {
    const named = [
      ...text.matchAll(/`((?:apps|packages|content|tests|bench|docs|scripts)\/[^`]*)`/g),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !/[<{*]/.test(path));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('the six files of a resource, and there are no more', () => {
    const [, section = ''] = text.split('## A new resource\n');
    const listed = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = '']) => path);
    expect(listed).toHaveLength(6);
    const named =
      /template(?:Operations|Table|\w*Schema)\b|registerTemplates|'template['.]|'\/template\b/;
    const naming = [...sources, 'apps/server/testing', 'scripts']
      .filter((folder) => existsSync(join(repository, folder)))
      .flatMap(filesIn)
      .filter((path) => /\.(?:tsx?|cjs)$/.test(path) && !path.endsWith('.test.ts'))
      .filter((path) => named.test(read(path)) && !read(path).startsWith('// Written by'));
    const tests = listed.filter((path) => path.endsWith('.test.ts'));
    expect([...naming, ...tests].toSorted()).toEqual(listed.toSorted());
  });

  it('every file of the walk from microphone to answer, whose steps are at most forty', () => {
    const [walk = ''] = blocksOf(text, '').filter((block) => block.includes('the browser:'));
    const files = [
      ...new Set([...walk.matchAll(/[\w-]+(?:\/[\w-]+)+\.ts\b/g)].map(([path]) => path)),
    ];
    const isThere = (path: string) =>
      existsSync(join(repository, path)) ||
      sources.some((folder) => existsSync(join(repository, folder, path)));
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((path) => !isThere(path))).toEqual([]);
    expect(walk.split('\n').filter((line) => line.includes('.ts')).length).toBeLessThanOrEqual(40);
  });
});

describe('integrators find', () => {
  it('every error code under its status', () => {
    const rows = [...read('docs/integrate/errors.md').matchAll(/^\| (\d[\d, ]*) \| (.+) \|$/gm)];
    const listed = rows.flatMap(([, statuses = '', codes = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, statuses.split(', ')] as const),
    );
    const wrong = listed.filter(
      ([code, statuses]) =>
        !statuses.includes(String(ERROR_STATUS[code as keyof typeof ERROR_STATUS])),
    );
    expect(wrong).toEqual([]);
    expect(listed.map(([code]) => code).toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted());
  });

  it.each([
    ['assistants.md', '"maxDurationSeconds"', 'assistant.create'],
    ['assistants.md', '"hooks"', 'assistant.update'],
    ['assistants.md', '"customEndpointingRules"', 'assistant.update'],
    ['assistants.md', '"members"', 'squad.create'],
    ['chats.md', '', 'chat.create'],
    ['tools.md', '', 'tool.create'],
  ] as const)('a body in %s (with %s) that %s takes', (page, part, name) => {
    const bodies = blocksOf(read(`docs/integrate/${page}`), 'json');
    const body = bodies.find((one) => one.includes(part)) ?? '';
    expect(operations[name].body.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  it.each(['api.md', 'chats.md', 'errors.md', 'knowledge.md'])(
    'code in %s that the test of the client’s README runs',
    (page) => {
      const known = new Set(linesOf(read('tests/api-client/readme-examples.ts')));
      const blocks = blocksOf(read(`docs/integrate/${page}`), 'ts');
      expect(blocks.length).toBeGreaterThan(0);
      expect(blocks.flatMap(linesOf).filter((line) => !known.has(line))).toEqual([]);
    },
  );

  it('a check of signatures that takes the server’s own, and no other', async () => {
    const [code = ''] = blocksOf(read('docs/integrate/webhooks.md'), 'ts');
    const source = `${stripTypeScriptTypes(code)}\nexport { isFromKindling };`;
    const { isFromKindling } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
    );
    const now = Date.now();
    const signature = signBody('secret', '{}', now);
    expect(isFromKindling('secret', '{}', signature)).toBe(true);
    expect(isFromKindling('another', '{}', signature)).toBe(false);
    expect(isFromKindling('secret', '{ }', signature)).toBe(false);
    expect(isFromKindling('secret', '{}', signBody('secret', '{}', now - 301_000))).toBe(false);
    expect(isFromKindling('secret', '{}', 'none')).toBe(false);
  });

  it('the same by the library of Standard Webhooks', async () => {
    const [, code = ''] = blocksOf(read('docs/integrate/webhooks.md'), 'ts');
    const library = pathToFileURL(createRequire(import.meta.url).resolve('standardwebhooks')).href;
    const source = `${stripTypeScriptTypes(code.replace("'standardwebhooks'", `'${library}'`))}\nexport { readMessage };`;
    const { readMessage } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
    );
    const body = '{"message":{"type":"hang"}}';
    const signed = (secret: string) => standardHeaders(secret, { id: 'a', body, now: Date.now() });
    const headers = signed('a secret');
    expect(readMessage(standardSecret('a secret'), body, headers)).toEqual({ type: 'hang' });
    expect(() => readMessage(standardSecret('another'), body, headers)).toThrow();
  });
});
