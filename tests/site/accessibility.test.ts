import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import {
  endCall,
  openNotice,
  showTranscript,
  startConnecting,
  untilGreeted,
} from './support/call-states.ts';
import { checkAxe } from './support/check-axe.ts';
import { proseOrNothing, untilScheduler } from './support/pages.ts';
import { settle, useSite, type WindowName, windows } from './support/use-site.ts';

interface Look {
  /** @default both */
  readonly windows?: readonly WindowName[];
  /** What lies over the page in this state; without it the whole page is looked at. */
  readonly within?: string;
}

/** Every look of the page as it stands: each window, light and dark. */
async function checkLooks(
  page: Page,
  state: string,
  { windows: names = ['phone', 'desktop'], within = 'html' }: Look = {},
): Promise<void> {
  for (const name of names) {
    await page.setViewportSize(windows[name]);
    await page.emulateMedia({ colorScheme: 'light' });
    await checkAxe(page, `${state}, ${name}, light`, { within });
    const inLight = await coloursOf(page, within);
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    // What has one look, as the call does, is not looked at twice.
    if ((await coloursOf(page, within)) === inLight) continue;
    await checkAxe(page, `${state}, ${name}, dark`, { within, rules: 'colours' });
  }
}

/** Every colour that takes part in the look of an element and what is in it. */
async function coloursOf(page: Page, within: string): Promise<string> {
  const parts = page.frames().map((frame) =>
    frame.evaluate((css) => {
      const root = window.parent === window ? css : 'html';
      const all = document.querySelectorAll(`${root}, ${root} *`);
      return [...all].flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo || null);
          return [style.color, style.backgroundColor, style.backgroundImage, style.fill].join();
        }),
      );
    }, within),
  );
  return (await Promise.all(parts)).flat().join('\n');
}

describe('axe on pages and states', () => {
  const site = useSite();

  // They are of the same parts: all in one window, one in both.
  it.each(proseOrNothing)('%s', async (path) => {
    const { page } = await site.open(path);
    await checkLooks(page, path, {
      windows: path === '/privacy' ? ['phone', 'desktop'] : ['phone'],
    });
  });

  it('home page, and what a visitor brings up on it', async () => {
    const { page } = await site.open('/');
    await checkLooks(page, 'home page');

    await page.setViewportSize(windows.phone);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await checkLooks(page, 'menu open', { windows: ['phone'], within: 'header' });
    await page.getByRole('button', { name: 'Close menu' }).click();

    await page.getByPlaceholder('Enter your mail').fill('reader@school.example');
    await page.locator('footer form').getByRole('button').click();
    await page.getByText('Thank you. Our team has received your email').first().waitFor();
    await checkLooks(page, 'thanks in the footer', { within: 'footer' });

    await openNotice(page);
    await checkLooks(page, 'notice before the call', { within: 'dialog[open]' });
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByText('Call Failed').first().waitFor();
    // It stays for as long as the keyboard is in it.
    await page.locator('.toast').getByRole('button', { name: 'Close' }).focus();
    await checkLooks(page, 'refused microphone, with its toast', { within: '.toasts' });
  });

  it('/contact, with the scheduler and with the form instead', async () => {
    const { page } = await site.open('/contact');
    await untilScheduler(page);
    await checkLooks(page, '/contact');
    await page.route('**/scheduling/**', (route) => route.abort());
    await page.reload();
    await page.getByLabel('Full name').waitFor();
    await checkLooks(page, 'contact form instead of the scheduler', { within: 'main' });
  });
});

describe('axe in a call', () => {
  const site = useSite({ microphone: true });

  it('from connecting to what is left after it', async () => {
    // The fire of the call never stands still by itself.
    const { page } = await site.open('/', { reducedMotion: 'reduce' });
    const connect = await startConnecting(page);
    await checkLooks(page, 'connecting', { windows: ['phone'], within: 'dialog[open]' });
    await connect();
    await page.getByRole('heading', { name: /^In Call with / }).waitFor();
    await untilGreeted(page);
    await checkLooks(page, 'in call', { windows: ['desktop'], within: 'dialog[open]' });
    await showTranscript(page);
    await checkLooks(page, 'in call, with the transcript', { within: 'dialog[open]' });
    await endCall(page);
    await page.getByRole('heading', { name: /^Your call with / }).waitFor();
    await checkLooks(page, 'after the call', { within: '.after-call' });
  });
});
