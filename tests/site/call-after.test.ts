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

it('offers the transcript to copy and to keep, and gives the keyboard back to the button', async () => {
  const { page, faults } = await site.open('/');
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
  expect(faults).toEqual([]);
});

it('copies the old way where the clipboard is closed', async () => {
  const { page } = await site.open('/', {
    async before(page) {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.addEventListener('copy', () => {
          Object.assign(window, { copied: String(document.getSelection()) });
        });
      });
    },
  });
  await talkAndEnd(page);
  await panel(page).getByRole('button', { name: 'Copy transcript' }).click();
  await page.getByRole('status').filter({ hasText: 'Transcript copied.' }).waitFor();
  const copied = await page.evaluate(() => (window as unknown as { copied: string }).copied);
  expect(copied).toMatch(/^Call with Ember/);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Copy');
});

it('survives navigation, leads to the demo, and is gone with the next call', async () => {
  const { page } = await site.open('/');
  await talkAndEnd(page);
  await panel(page).getByRole('link', { name: 'Book a demo' }).click();
  await page.waitForURL('**/contact');
  await panel(page).waitFor();
  await page.goBack();
  await panel(page).waitFor();
  await page.getByRole('button', { name: 'Speak with an AI agent' }).first().click();
  await page.getByRole('heading', { name: /^In Call with / }).waitFor();
  expect(await panel(page).count()).toBe(0);
});

it('Close puts it away', async () => {
  const { page } = await site.open('/', { window: 'phone' });
  await talkAndEnd(page);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('AI agent'));
});

it('a call that reaches its limit warns before, and says why it ended', async () => {
  const { page } = await site.open('/');
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
  await panel(page)
    .getByText(/^It lasted .* It ended because it reached its time limit\.$/)
    .waitFor({ timeout: 45_000 });
});

it('a call lives through history, and its end finds a page whose button is gone', async () => {
  const { page, faults } = await site.open('/');
  await page.getByRole('link', { name: 'Book a demo' }).first().click();
  await page.waitForURL('**/contact');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goBack();
  let created = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/call/web')) created += 1;
  });
  await startCall(page);
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
  expect(created).toBe(1);
  await endCall(page);
  await panel(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
  expect(faults).toEqual([]);
});
