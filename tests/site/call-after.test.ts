import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { endCall, openNotice, startCall } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });

const panel = (page: Page) => page.getByRole('region', { name: /^Your call with / });

/** A call in which the agent has said something. */
async function talkAndEnd(page: Page): Promise<string[]> {
  await startCall(page);
  await page.getByRole('button', { name: 'Show Transcript' }).click();
  await page.locator('[data-transcript-line]').first().waitFor();
  const lines = await page.locator('[data-transcript-line]').allInnerTexts();
  await endCall(page);
  await panel(page).waitFor();
  return lines.map((line) => line.replace(/^AI:\s*/, ''));
}

it('the panel after a call: transcript, focus, another page, the next call, Close', async () => {
  const { page, faults } = await site.open('/', { window: 'phone', reducedMotion: 'reduce' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = await talkAndEnd(page);
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('AI agent'));
  expect(
    await panel(page)
      .getByText(/^It lasted (\d+ minutes? ?)?(\d+ seconds?)?\.$/)
      .count(),
  ).toBe(1);
  expect(await panel(page).getByText('It ended because').count()).toBe(0);
  await page
    .getByRole('status')
    .filter({ hasText: /^Your call with Ember\. It lasted/ })
    .waitFor();

  await panel(page).getByRole('button', { name: 'Copy transcript' }).click();
  await page.getByRole('status').filter({ hasText: 'Transcript copied.' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Call with Ember, the AI agent of Kindling\n/);
  expect(copied).toContain(`Ember: ${said[0]}`);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Download transcript' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^kindling-call-\d{4}-\d\d-\d\d\.txt$/);
  expect((await readFile(await file.path(), 'utf8')).replaceAll('\r', '')).toBe(copied);

  // It survives navigation, and is gone with the next call.
  await panel(page).getByRole('link', { name: 'Book a demo' }).click();
  await page.waitForURL('**/contact');
  await panel(page).waitFor();
  await page.goBack();
  await panel(page).waitFor();
  const { created } = await callThroughHistory(page);
  expect(created).toBe(1);
  await panel(page).waitFor();
  // The page it was opened on is gone, and its button with it.
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('AI agent'));
  expect(faults).toEqual([]);
});

/** From the home page, a call that is talked in and ended on the contact page, one entry ahead. */
async function callThroughHistory(page: Page): Promise<{ readonly created: number }> {
  let created = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/call/web')) created += 1;
  });
  // The notice was accepted before.
  await page.getByRole('button', { name: 'Speak with an AI agent' }).first().click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  expect(await panel(page).count()).toBe(0);
  await page.goForward();
  await page.waitForURL('**/contact');
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  const box = page.getByRole('textbox', { name: /type/i });
  await page.getByRole('button', { name: 'Show Transcript' }).click();
  await box.fill('What is Kindling?');
  await box.press('Enter');
  await page
    .locator('[data-transcript-line]')
    .filter({ hasText: /^You: What is/ })
    .waitFor();
  await endCall(page);
  return { created };
}

/** As in an old browser, or one that is set to give nothing away. */
function withoutClipboardAndStorage(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      Object.assign(window, { copied: String(document.getSelection()) });
    });
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
}

it('a call to its limit, where the browser has neither clipboard nor storage', async () => {
  const { page, faults } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    before: withoutClipboardAndStorage,
  });
  const copied = () => page.evaluate(() => (window as unknown as { copied: string }).copied);
  await page.route('**/call/web', async (route) => {
    const body = route.request().postDataJSON() as Record<string, unknown>;
    await route.continue({
      postData: JSON.stringify({ ...body, assistantOverrides: { maxDurationSeconds: 21 } }),
    });
  });
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: '20 seconds left. You can start another call after this one.' })
    .waitFor();
  await page.getByText(/^0:(1\d|20) left$/).waitFor();

  // The reference and the transcript are copied the old way.
  const overlay = page.getByRole('dialog', { name: /^In Call with/ });
  await overlay.getByRole('button', { name: 'Copy reference' }).click();
  await overlay.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  expect(await copied()).toBe(await overlay.locator('.call-reference code').innerText());

  await panel(page)
    .getByText(/^It lasted .* It ended because it reached its time limit\.$/)
    .waitFor({ timeout: 45_000 });
  await panel(page).getByRole('button', { name: 'Copy transcript' }).click();
  await page.getByRole('status').filter({ hasText: 'Transcript copied.' }).waitFor();
  expect(await copied()).toMatch(/^Call with Ember/);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Copy');

  // Nobody knows that the notice was read: it is shown again.
  await openNotice(page);
  expect(faults).toEqual([]);
});
