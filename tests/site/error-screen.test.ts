import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite();

const LATE_PAGE = /\/assets\/contact-page-[^/]*\.js(?:\?|$)/;

async function bookDemo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Book a demo' }).first().click();
}

describe('the error screen', () => {
  it('says that a late page did not arrive, and brings it after a reload', async () => {
    const { page } = await site.open('/');
    await page.route(LATE_PAGE, (route) => route.abort());
    await bookDemo(page);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.getByText('Unexpected Application Error!').waitFor();
    await page.getByText('A part of this page did not arrive.').waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.title()).toBe('Unexpected Application Error!');
    expect(new URL(page.url()).pathname).toBe('/contact');

    await page.unroute(LATE_PAGE);
    await page.getByRole('button', { name: 'Reload this page' }).click();
    await page.getByRole('heading', { name: 'Thirty minutes, and your own questions.' }).waitFor();
  });

  it('shows for a component that throws, logs why, and leads home', async () => {
    const { page } = await site.open('/');
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route(LATE_PAGE, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function Broken() { throw new Error("broken on purpose"); }',
      }),
    );
    await bookDemo(page);
    await page.getByText('Something on this page broke.').waitFor();
    expect(logged.join('\n')).toContain('broken on purpose');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.getByRole('button', { name: 'Speak with an AI agent' }).first().waitFor();
  });

  it('gives way when the visitor goes back', async () => {
    const { page } = await site.open('/');
    await page.route(LATE_PAGE, (route) => route.abort());
    await bookDemo(page);
    await page.getByText('Unexpected Application Error!').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Speak with an AI agent' }).first().waitFor();
  });
});
