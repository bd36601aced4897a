import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from '../../tests/support/browser/chromium.ts';
import { startKindling } from '../../tests/support/server/kindling.ts';
import { median, printTable } from '../support/table.ts';
import { startStrippedServer } from './stripped-server.ts';

/**
 * Lighthouse's mobile preset (simulated slow 4G and processor) on the site's pages, beside the same pages
 * without any JavaScript, in turns; medians.
 *
 *   node bench/site/run.ts [--runs 5] [--pages "/ /contact"]
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    pages: { type: 'string', default: '/ /contact /scheduling/demo' },
  },
});

const ATTEMPTS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = [
  'first-contentful-paint',
  'speed-index',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
] as const;

type Figures = Readonly<Record<string, number>>;

const chromePath = findChromium();
if (chromePath === null) throw new Error('No Chromium found: install it or set CHROMIUM_PATH.');
const kindling = await startKindling();
const stripped = await startStrippedServer(kindling.url);
const complaints = new Set<string>();
try {
  const rows: (string | number)[][] = [];
  for (const page of values.pages.split(' ')) {
    if (!(await fetch(new URL(page, kindling.url))).ok) continue;
    const runs: Record<'site' | 'floor', Figures[]> = { site: [], floor: [] };
    for (let turn = 0; turn < Number(values.runs); turn += 1) {
      // In turns, so that what else the machine does falls on both.
      const order = turn % 2 === 0 ? (['site', 'floor'] as const) : (['floor', 'site'] as const);
      for (const which of order) {
        const { url } = which === 'site' ? kindling : stripped;
        runs[which].push(await measure(new URL(page, url).href, page, which));
      }
    }
    rows.push(row(page, runs.site), row('  without JavaScript', runs.floor));
  }
  console.log(`\nmedians of ${values.runs} runs; scores of 100, milliseconds, kB transferred\n`);
  printTable(['page', 'perf', 'a11y', 'best', 'SEO', 'FCP', 'SI', 'LCP', 'TBT', 'CLS', 'kB'], rows);
  if (complaints.size > 0) console.log(`\nbelow full marks:\n  ${[...complaints].join('\n  ')}`);
} finally {
  await stripped.close();
  await kindling.stop();
}

/** On a busy machine Lighthouse sometimes loses its trace and asks to be run again. */
async function measure(url: string, page: string, which: string): Promise<Figures> {
  for (let left = ATTEMPTS; ; left -= 1) {
    const lhr = await run(url);
    if (!lhr.runtimeError) {
      if (which === 'site') note(page, lhr);
      return figures(lhr);
    }
    if (left === 1) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

async function run(url: string): Promise<Result> {
  const chrome = await launch({
    chromePath: chromePath ?? '',
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      // Nothing leaves this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  try {
    const outcome = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (outcome === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    return outcome.lhr;
  } finally {
    chrome.kill();
  }
}

function figures(lhr: Result): Figures {
  const scores = CATEGORIES.map((name) => [name, (lhr.categories[name]?.score ?? 0) * 100]);
  const metrics = METRICS.map((name) => [name, lhr.audits[name]?.numericValue ?? Number.NaN]);
  return Object.fromEntries([...scores, ...metrics]) as Figures;
}

/** What cost a point, performance aside: that is in the numbers. */
function note(page: string, lhr: Result): void {
  for (const name of CATEGORIES.slice(1)) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit?.score !== null && audit?.score !== undefined && audit.score < 1) {
        complaints.add(`${page}: ${name}: ${audit.title} (${id})`);
      }
    }
  }
}

function row(name: string, runs: readonly Figures[]): (string | number)[] {
  const of = (figure: string) => median(runs.map((run) => run[figure] ?? Number.NaN));
  const whole = (figure: string) => of(figure).toFixed(0);
  return [
    name,
    ...CATEGORIES.map(whole),
    whole('first-contentful-paint'),
    whole('speed-index'),
    whole('largest-contentful-paint'),
    whole('total-blocking-time'),
    of('cumulative-layout-shift').toFixed(3),
    (of('total-byte-weight') / 1_000).toFixed(0),
  ];
}
