import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../tests/support/browser/chromium.ts';
import { startKindling } from '../../tests/support/server/kindling.ts';
import { recordMicrophone } from '../../tests/support/sound/microphone.ts';
import { median, percentile, printTable } from '../support/table.ts';

/**
 * From the press that starts the call to *In Call*, the microphone being granted. On the first call of a
 * visit that press is *Start call* in the notice, which was read meanwhile; later ones need no notice.
 *
 *   node bench/call-setup/run.ts [--presses 20]
 */

const { values } = parseArgs({ options: { presses: { type: 'string', default: '20' } } });
const microphone = recordMicrophone([{ pause: 60_000 }]);
const kindling = await startKindling();
const runs: Record<string, number>[] = [];
try {
  for (let press = 0; press < Number(values.presses); press += 1) {
    const browser = await launchChromium({ microphone });
    try {
      const page = await browser.newPage();
      await page.goto(kindling.url, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Speak with an AI agent' }).first().click();
      await page.getByRole('button', { name: 'Start call' }).waitFor();
      // Reading the notice gives the page time to load what the call needs.
      await page.waitForFunction(() =>
        performance
          .getEntriesByType('resource')
          .some((one) => /\/engine-[^/]*\.js$/.test(one.name)),
      );
      runs.push({ ...(await measure(page, 'Start call')), visit: 1 });
      await page.getByRole('button', { name: 'End Call' }).click();
      await page.getByRole('heading', { name: /^In Call with / }).waitFor({ state: 'hidden' });
      await page.evaluate(() => performance.clearResourceTimings());
      runs.push({ ...(await measure(page, 'Speak with an AI agent')), visit: 2 });
    } finally {
      await browser.close();
    }
  }
  for (const visit of [1, 2]) {
    const some = runs.filter((run) => run.visit === visit);
    const row = (label: string, name: string) => {
      const all = some
        .map((run) => run[name] ?? Number.NaN)
        .filter((value) => !Number.isNaN(value));
      return [label, median(all), percentile(all, 0.95)];
    };
    console.log(
      `\n${visit === 1 ? 'first call of a visit, from Start call' : 'second call, from its button'}; milliseconds, n = ${some.length}\n`,
    );
    printTable(
      ['', 'median', 'p95'],
      [
        row('press to In Call', 'inCall'),
        row('  POST /call/web', 'create'),
        row('  POST of the offer to the room', 'join'),
        row('  press to the answer of the room', 'answered'),
      ],
    );
  }
} finally {
  await kindling.stop();
}

async function measure(page: Page, name: string): Promise<Record<string, number>> {
  const inCall = await page.evaluate(async (label) => {
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent?.includes(label),
    );
    const isInCall = () =>
      [...document.querySelectorAll('h1,h2,h3')].some((one) =>
        one.textContent?.startsWith('In Call with'),
      );
    const pressed = performance.now();
    (window as unknown as { pressed: number }).pressed = pressed;
    const done = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isInCall()) return;
        observer.disconnect();
        resolve(performance.now() - pressed);
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
    button?.click();
    return done;
  }, name);
  const parts = await page.evaluate(() => {
    const { pressed } = window as unknown as { pressed: number };
    const entries = performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime >= pressed);
    const create = entries.find((one) => one.name.endsWith('/call/web'));
    const join = entries.find((one) => one.name.includes('/room/'));
    return {
      create: create?.duration ?? Number.NaN,
      join: join?.duration ?? Number.NaN,
      answered: join === undefined ? Number.NaN : join.startTime + join.duration - pressed,
    };
  });
  return { inCall, ...parts };
}
