import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNotice, startCall } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ microphone: true });

/** Collects every text that a live region of this kind comes to hold. */
async function collectAnnouncements(
  page: Page,
  selector: string,
): Promise<() => Promise<string[]>> {
  await page.addInitScript((wanted) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const note = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = element?.closest(wanted) ? node?.textContent?.trim() : '';
      if (text) heard.push(text);
    };
    new MutationObserver((changes) => {
      for (const { target, type, addedNodes } of changes) {
        if (type === 'characterData') note(target);
        for (const node of addedNodes) {
          note(node);
          if (node instanceof Element) for (const one of node.querySelectorAll(wanted)) note(one);
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

it('captions announce each finished sentence of the agent once, and nothing half said', async () => {
  let heard: () => Promise<string[]> = async () => [];
  const { page } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      heard = await collectAnnouncements(page, '[role="log"]');
    },
  });
  await startCall(page);
  await page.getByRole('button', { name: 'Show Transcript' }).click();
  const said = page.locator('[data-transcript-line]').filter({ hasText: /^AI:/ });
  await said.nth(1).waitFor();
  await page.getByRole('textbox', { name: /type/i }).fill('What is the mood tracker?');
  await page.keyboard.press('Enter');
  await page.locator('[data-transcript-line]').filter({ hasText: /^You:/ }).first().waitFor();
  await said
    .filter({ hasText: /mood|check/i })
    .first()
    .waitFor();
  const announced = await heard();
  const lines = (await said.allInnerTexts()).map((line) => line.replace(/^AI:\s*/, '').trim());
  expect(lines).toEqual(expect.arrayContaining(announced));
  expect(new Set(announced).size).toBe(announced.length);
  expect(announced.length).toBeGreaterThan(1);
});

async function expectFailure(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: title });
  await toast.waitFor();
  expect(await toast.getAttribute('data-variant')).toBe('destructive');
  await toast.getByText(text).waitFor();
  // In front of everything: a press at its middle would land on it.
  await page.waitForFunction(() => {
    const box = document.querySelector('.toast')?.getBoundingClientRect();
    if (!box) return false;
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there?.closest('.toast') !== null && !document.querySelector('dialog[open]');
  });
  await toast.getByRole('button', { name: 'Close' }).click();
  await toast.waitFor({ state: 'detached' });
}

it('what fails is said at once, is dismissed by hand, and is cleared by a new attempt', async () => {
  let heard: () => Promise<string[]> = async () => [];
  const { page } = await site.open('/', {
    window: 'phone',
    reducedMotion: 'reduce',
    async before(page) {
      heard = await collectAnnouncements(page, '[aria-live="assertive"]');
      await page.route('**/site-config.json', (route) => route.abort());
      await page.route('**/call/web', (route) =>
        route.fulfill({
          status: 503,
          json: { statusCode: 503, error: 'Service Unavailable', message: 'All lines are busy.' },
        }),
      );
    },
  });
  // Without a configuration the connection failed.
  await openNotice(page);
  await page.getByRole('button', { name: 'Type instead' }).click();
  const toast = page.locator('.toast');
  await toast.waitFor();
  await openNotice(page);
  await toast.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Start call' }).click();
  await expectFailure(page, 'Connection Failed', 'Failed to initialize AI agent service.');

  // A server that refuses is a failed call.
  await page.unroute('**/site-config.json');
  expect((await heard()).join(' ')).not.toContain('Call Failed');
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await expect.poll(async () => (await heard()).join(' ')).toContain('Call Failed');
  await expectFailure(page, 'Call Failed', 'All lines are busy.');
  await page.getByRole('button', { name: 'Speak with an AI agent' }).first().waitFor();
});
