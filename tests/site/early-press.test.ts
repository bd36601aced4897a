import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite();

/** Presses once the app is there but the page's own code is not, and then lets it come. */
async function pressWhilePageIsLate(path: string, lateCode: string, name: string): Promise<Page> {
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  const { page } = await site.open(path, {
    window: 'phone',
    async before(page) {
      await page.route(lateCode, async (route) => {
        // The code is asked for by the app, which takes the page over only afterwards.
        await page.waitForFunction(() =>
          Object.keys(document.getElementById('root') ?? {}).some((key) =>
            key.startsWith('__react'),
          ),
        );
        await page.getByRole('button', { name }).first().click();
        press();
        await route.continue();
      });
    },
  });
  await pressed;
  return page;
}

describe('a press between the app and the code of its page', () => {
  it.each([
    ['home', '/', '**/home-page-*.js'],
    ['contact', '/contact', '**/contact-page-*.js'],
  ])('opens the notice on the %s page, with the keyboard in it', async (_, path, code) => {
    const page = await pressWhilePageIsLate(path, code, 'Speak with an AI agent');
    await page.getByRole('button', { name: 'Start call' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(
      /is an AI, not a person$/,
    );
  });

  it('is answered once: the menu stays open', async () => {
    const page = await pressWhilePageIsLate('/', '**/home-page-*.js', 'Open menu');
    const menu = page.getByRole('button', { name: 'Close menu' });
    await menu.waitFor();
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
  });
});
