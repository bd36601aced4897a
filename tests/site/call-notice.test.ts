import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNotice } from './support/call-states.ts';
import { type CallWatch, watchCalls } from './support/call-watch.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });

async function openWatched() {
  const made: { watch?: CallWatch } = {};
  const opened = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      made.watch = await watchCalls(page);
    },
  });
  if (!made.watch) throw new Error('the page was opened without its watch');
  return { ...opened, watch: made.watch };
}

const notice = (page: Page) => page.getByRole('dialog', { name: /is an AI, not a person$/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

it('the notice says what it must, loads the call, and asks and creates nothing before Start call', async () => {
  const { page, faults, watch } = await openWatched();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const engine = page.waitForResponse('**/assets/engine-*.js');
  const overlay = page.waitForResponse('**/assets/call-windows-*.js');
  await openNotice(page);
  for (const words of [
    'Your voice is turned into text on this server.',
    'The sound is not kept. The text is kept for 90 days.',
    'never used to guess your mood',
    'for adults: school staff and parents',
    'at most 5 minutes',
  ])
    await notice(page).getByText(words).waitFor();
  const privacy = notice(page).getByRole('link', { name: 'How this site handles your data' });
  expect(await privacy.getAttribute('href')).toBe('/privacy');
  // A visitor who has read it does not wait for code.
  expect(await (await engine).text()).toContain('RTCPeerConnection');
  await overlay;
  expect(await watch.microphoneRequests()).toEqual([]);
  expect(watch.callRequests).toEqual([]);

  const before = scripts.length;
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  expect(scripts).toHaveLength(before);
  expect(await watch.microphoneRequests()).toHaveLength(1);
  expect(watch.callRequests[0]).toBe('POST /call/web');
  expect(faults).toEqual([]);
});

it('takes the keyboard to its title, keeps it inside, and gives it back on Escape', async () => {
  const { page, watch } = await openWatched();
  await openNotice(page);
  expect(await focused(page)).toMatch(/is an AI, not a person$/);
  const stops: (string | undefined)[] = [];
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  expect(stops).toEqual([
    'How this site handles your data',
    'Start call',
    'Type instead',
    'Cancel',
    'How this site handles your data',
  ]);
  await page.keyboard.press('Escape');
  await notice(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('AI agent'));
  expect(await watch.microphoneRequests()).toEqual([]);
  expect(watch.callRequests).toEqual([]);
});

it('Cancel closes it, it is asked again, and it belongs to the page it was opened on', async () => {
  const { page, watch } = await openWatched();
  await page.getByRole('link', { name: 'Book a demo' }).first().click();
  await page.waitForURL('**/contact');
  await page.goBack();
  await openNotice(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await notice(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('AI agent'));
  await openNotice(page);
  await page.goForward();
  await page.waitForURL('**/contact');
  await notice(page).waitFor({ state: 'hidden' });
  expect(watch.callRequests).toEqual([]);
});
