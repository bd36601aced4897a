import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/browser/chromium.ts';
import type { Outcome, ValidationCase } from './daily-case.ts';
import { CASES } from './daily-cases.ts';
import { DIFFERENCES } from './daily-differences.ts';
import { GENERATED } from './daily-generated.ts';
import { serveBundles } from './serve-bundles.ts';

/** Words that programs look for; where the published library says them, so do we. */
const QUOTED = [
  'only supported after join',
  'not supported after joining a meeting',
  'use after destroy',
  'Message data too large. Max size is',
  'unrecognized property',
  'Video track error',
];

const ALL = [...CASES, ...GENERATED];
let outcomes: readonly (readonly [Outcome, Outcome])[] = [];
const elsewhere: string[] = [];
let browser: Browser;
let close = () => {};

beforeAll(async () => {
  const served = await serveBundles('daily-page');
  const { origin } = served;
  close = served.close;
  browser = await launchChromium();
  const page = await browser.newPage();
  // The published library would load its larger half from elsewhere: not for this.
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    },
  );
  await page.goto(origin);
  await page.waitForFunction(() => 'runCases' in globalThis);
  outcomes = await page.evaluate(
    (cases) =>
      (
        globalThis as unknown as {
          runCases(all: unknown): Promise<(readonly [Outcome, Outcome])[]>;
        }
      ).runCases(cases),
    ALL as ValidationCase[],
  );
}, 60_000);

afterAll(async () => {
  await browser?.close();
  close();
});

interface Difference {
  readonly input: ValidationCase;
  readonly published: Outcome;
  readonly ours: Outcome;
}

function differences(): Difference[] {
  return ALL.flatMap((input, index) => {
    const [published, ours] = outcomes[index] ?? [];
    if (published === undefined || ours === undefined) throw new Error('a case was not run');
    return published.accepted === ours.accepted ? [] : [{ input, published, ours }];
  });
}

describe('our call object and the published one', () => {
  it('accept and refuse the same, but for the differences listed with their reasons', () => {
    const unlisted = differences().filter(
      ({ input, published, ours }) =>
        !DIFFERENCES.some(({ covers }) => covers(input, published, ours)),
    );
    const said = unlisted.map(
      ({ input: { moment, method, args }, published, ours }) =>
        `${moment} ${method}(${JSON.stringify(args)}) published ${published.message || 'accepts'} ours ${ours.message || 'accepts'}`,
    );
    expect(said).toEqual([]);
  });

  it('differ wherever a difference is listed', () => {
    const unused = DIFFERENCES.filter(
      ({ covers }) =>
        !differences().some(({ input, published, ours }) => covers(input, published, ours)),
    );
    expect(unused.map(({ reason }) => reason)).toEqual([]);
  });

  it('say the words that programs look for', () => {
    const silent = ALL.flatMap((input, index) => {
      const [published, ours] = outcomes[index] ?? [];
      if (published?.accepted !== false || ours?.accepted !== false) return [];
      const says = ({ message }: Outcome, words: string) =>
        message.toLowerCase().includes(words.toLowerCase());
      const missing = QUOTED.filter((words) => says(published, words) && !says(ours, words));
      return missing.length === 0 ? [] : [{ input, published, ours }];
    });
    expect(silent).toEqual([]);
  });

  it('were really compared: hundreds of inputs, many of each outcome, nothing loaded', () => {
    const refused = outcomes.filter(([{ accepted }]) => !accepted).length;
    expect(ALL.length).toBeGreaterThan(600);
    expect(refused).toBeGreaterThan(200);
    expect(outcomes.length - refused).toBeGreaterThan(200);
    expect(elsewhere).toEqual([]);
  });
});
