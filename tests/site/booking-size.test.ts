import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** What the pages that are built beside the site may weigh; bytes after `gzip -9`. */
const LIMITS = { html: 30_000, css: 12_000, script: 90_000, widget: 3_000 } as const;

const dist = resolve(process.env.SITE_DIST ?? 'apps/site/dist');
const weigh = (path: string) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

describe.each(['scheduling/demo', 'scheduling/booking', 'talk'])('%s', (name) => {
  it('stays within its budgets', () => {
    const file = `${name}/index.html`;
    const html = readFileSync(join(dist, file), 'utf8');
    const named = (extension: string) => [
      ...new Set(html.match(new RegExp(`/[\\w/-]+\\.${extension}(?=")`, 'g'))),
    ];
    const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + weigh(path), 0);
    const scripts = named('js');
    expect(scripts.length).toBeGreaterThan(0);
    expect(weigh(file)).toBeLessThanOrEqual(LIMITS.html);
    expect(sum(named('css'))).toBeLessThanOrEqual(LIMITS.css);
    expect(sum(scripts)).toBeLessThanOrEqual(LIMITS.script);
    // Everything is named in the page: nothing is fetched only after a script was read.
    for (const script of scripts) {
      const imports = [
        ...readFileSync(join(dist, script), 'utf8').matchAll(/from"\.\/([\w.-]+)"/g),
      ];
      for (const [, imported] of imports) expect(scripts).toContain(`/assets/${imported}`);
    }
  });
});

it('the widget is small and a plain script', () => {
  expect(weigh('scheduling/widget.js')).toBeLessThanOrEqual(LIMITS.widget);
  expect(readFileSync(join(dist, 'scheduling/widget.js'), 'utf8')).not.toMatch(
    /\b(?:import|export)\b/,
  );
});
