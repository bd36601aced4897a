import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

/** What a visitor may be made to download; bytes after `gzip -9`, whatever the server really sends. */
const LIMITS = {
  html: 30_000,
  css: 15_000,
  /** Script that a page names itself, and what that imports. */
  firstScript: 5_000,
  /** All script of a visitor who does nothing. */
  idleScript: 90_000,
  fontFiles: 2,
} as const;

/** Words that only the code of a part has; none of it may come before it is asked for. */
const ASKED_FOR = {
  'voice call': ['RTCPeerConnection', 'getUserMedia'],
  scheduling: ['initInlineWidget'],
} as const;

const site = useSite();
const dist = resolve(process.env.SITE_DIST ?? 'apps/site/dist');
const inDist = (path: string) => readFileSync(join(dist, path));

const sizes = new Map<string, number>();
function sizeOf(path: string): number {
  const size = sizes.get(path) ?? gzipSync(inDist(path), { level: 9 }).length;
  sizes.set(path, size);
  return size;
}

const htmlFiles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);
/** The booking pages and the page of an assistant are what was asked for, with a style sheet of their own. */
const sitePages = htmlFiles.filter((name) => !/^(?:scheduling|talk)\//.test(name));

interface Weights {
  readonly html: number;
  readonly css: number;
  readonly script: number;
  readonly fontFiles: number;
}

function weigh(file: string): Weights {
  const text = inDist(file).toString();
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path ?? '');
  const styles = named(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g);
  const scripts = closure([
    ...named(/<script[^>]*\ssrc="([^"]+)"/g),
    ...named(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g),
  ]);
  const fonts = styles.flatMap(
    (path) =>
      inDist(path)
        .toString()
        .match(/[\w-]+\.woff2?/g) ?? [],
  );
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0);
  return {
    html: sizeOf(file),
    css: sum(styles),
    script: sum([...scripts]),
    fontFiles: new Set(fonts).size,
  };
}

/** The scripts, and every one that they import without waiting to be asked. */
function closure(scripts: readonly string[], found = new Set<string>()): Set<string> {
  for (const script of scripts.filter((path) => !found.has(path))) {
    found.add(script);
    const imports = inDist(script)
      .toString()
      .matchAll(/(?:^|[;}\s])(?:import|export)[^;()]*?["'](\.\/[^"']+)["']/g);
    closure(
      [...imports].map(([, path = '']) => join(script, '..', path)),
      found,
    );
  }
  return found;
}

describe('what each built page names', () => {
  const weights = new Map(htmlFiles.map((file) => [file, weigh(file)]));
  const weightOf = (file: string) => weights.get(file) ?? weigh(file);
  beforeAll(() => console.table(Object.fromEntries(weights)));

  it('finds the pages', () => {
    expect(sitePages).toEqual(expect.arrayContaining(['index.html', '404.html']));
    expect(weights.get('index.html')?.css).toBeGreaterThan(1_000);
    expect(weights.get('index.html')?.script).toBeGreaterThan(100);
  });

  it.each(htmlFiles)('%s: HTML, style and fonts', (file) => {
    const { html, css, fontFiles } = weightOf(file);
    expect(html).toBeLessThanOrEqual(LIMITS.html);
    expect(css).toBeLessThanOrEqual(LIMITS.css);
    expect(fontFiles).toBeLessThanOrEqual(LIMITS.fontFiles);
  });

  it.each(sitePages)('%s: script before interaction', (file) => {
    expect(weightOf(file).script).toBeLessThanOrEqual(LIMITS.firstScript);
  });
});

describe('what a visitor who does nothing downloads', () => {
  it.each(['/', '/contact', '/privacy', '/nowhere'])('%s', async (path) => {
    const scripts = await idleScripts(path);
    const named = scripts.map((name) => [name, sizeOf(name)] as const);
    const total = named.reduce((sum, [, size]) => sum + size, 0);
    console.table({ ...Object.fromEntries(named), [`${path} in all`]: total });
    // Else the app never came, and nothing was measured.
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(LIMITS.idleScript);
    const text = scripts.map((name) => inDist(name).toString()).join('\n');
    // To enter the contact page is to ask for its calendar.
    const asked = path === '/contact' ? ASKED_FOR['voice call'] : Object.values(ASKED_FOR).flat();
    expect(asked.filter((word) => text.includes(word))).toEqual([]);
  });

  it.each(Object.entries(ASKED_FOR))('knows the code of the %s by its words', (_, words) => {
    const built = readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => inDist(name).toString())
      .join('\n');
    for (const word of words) expect(built).toContain(word);
  });
});

/** Every script the page itself fetches until nothing more comes; the embedded booking page is not it. */
async function idleScripts(path: string): Promise<string[]> {
  const scripts = new Set<string>();
  const { page } = await site.open(path, {
    // Higher ones show the testimonials of the contact page, which bring their code.
    window: { width: 1280, height: 720 },
    async before(page) {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        const ownScript =
          request.resourceType() === 'script' && !pathname.startsWith('/scheduling/');
        if (ownScript && request.frame() === page.mainFrame()) scripts.add(pathname);
      });
    },
  });
  await page.waitForLoadState('networkidle');
  return [...scripts];
}
