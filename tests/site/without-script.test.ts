import { describe, expect, it } from 'vitest';
import { pages } from './support/pages.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();
const javaScriptEnabled = false;

describe.each(['phone', 'desktop'] as const)('without JavaScript, %s', (window) => {
  it('the home page reads from top to bottom', async () => {
    const { page } = await site.open('/', { window, javaScriptEnabled });
    for (const name of ['School Friendly', 'AI Tutor', 'Prompt Hero', 'Mood Tracker'])
      expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true);
    const quotes = page.locator('#testimonials blockquote');
    expect(await quotes.count()).toBe(3);
  });

  it('the links of the navigation bar are there and lead to their sections', async () => {
    const { page } = await site.open('/', { window, javaScriptEnabled });
    const links = page.locator('header li a:visible');
    expect(await links.allInnerTexts()).toEqual([
      'About us',
      'Features',
      'Testimonials',
      'AI Training',
      'Customization',
    ]);
    await links.nth(2).click();
    await page.waitForURL('**/#testimonials');
    await expect
      .poll(async () => (await page.locator('#testimonials').boundingBox())?.y)
      .toBeCloseTo(80, 0);
    await page
      .locator('footer')
      .getByLabel(/back to top/)
      .click();
    await expect.poll(async () => (await page.locator('header').boundingBox())?.y).toBe(0);
  });

  it('what cannot work is not offered, and the page says why', async () => {
    const { page } = await site.open('/', { window, javaScriptEnabled });
    const reason = page.locator('noscript p').first();
    expect(await reason.isVisible()).toBe(true);
    expect(await reason.innerText()).toContain('The voice call needs JavaScript');
    const shown = await page.locator('button:visible').allInnerTexts();
    // These two have no action by specification, with scripts or without.
    expect(shown.map((text) => text.trim()).toSorted()).toEqual([
      'Explore Training Options',
      'Login',
    ]);
    for (const field of await page.locator('input:visible').all())
      expect(await field.count()).toBe(0);
  });

  it('Book a demo leads to a page that says how to reach a person', async () => {
    const { page } = await site.open('/', { window, javaScriptEnabled });
    await page.locator('main').getByRole('link', { name: 'Book a demo' }).first().click();
    await page.waitForURL('**/contact');
    expect(await page.locator('main a[href^="mailto:"]:visible').count()).toBeGreaterThan(0);
    expect(await page.locator('main a[href^="tel:"]:visible').count()).toBeGreaterThan(0);
  });
});

it.each(pages)('%s has its heading and its way home', async (path) => {
  const { page } = await site.open(path, { javaScriptEnabled });
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.locator('a[href="/"]:visible').count()).toBeGreaterThan(0);
});
