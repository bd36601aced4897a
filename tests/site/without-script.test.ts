import { schedulingPaths } from '@kindling/protocol/scheduling';
import { expect, it } from 'vitest';
import { pages } from './support/pages.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();
const javaScriptEnabled = false;

it.each(['phone', 'desktop'] as const)('the home page without JavaScript, %s', async (window) => {
  const { page } = await site.open('/', { window, javaScriptEnabled });
  for (const name of ['School Friendly', 'AI Tutor', 'Prompt Hero', 'Mood Tracker'])
    expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true);
  expect(await page.locator('#testimonials blockquote').count()).toBe(3);

  // What cannot work is not offered, and the page says why.
  const reason = page.locator('noscript p').first();
  expect(await reason.isVisible()).toBe(true);
  expect(await reason.innerText()).toContain('The voice call needs JavaScript');
  const shown = await page.locator('button:visible').allInnerTexts();
  // These two have no action by specification, with scripts or without.
  expect(shown.map((text) => text.trim()).toSorted()).toEqual([
    'Explore Training Options',
    'Login',
  ]);
  expect(await page.locator('input:visible').count()).toBe(0);

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

  // Book a demo leads to a page that says how to reach a person.
  await page.locator('main').getByRole('link', { name: 'Book a demo' }).first().click();
  await page.waitForURL('**/contact');
  expect(await page.locator('main a[href^="mailto:"]:visible').count()).toBeGreaterThan(0);
  expect(await page.locator('main a[href^="tel:"]:visible').count()).toBeGreaterThan(0);
});

it('every page has its heading and its way home, and booking says what to do', async () => {
  const { page } = await site.open(schedulingPaths.demoPage, { javaScriptEnabled });
  const main = page.locator('main');
  for (const words of ['30-minute demo call', 'needs JavaScript', 'hello@kindling.example'])
    expect(await main.getByText(words).first().isVisible(), words).toBe(true);
  expect(await page.getByText('Choose a day').isVisible()).toBe(false);
  for (const path of pages) {
    await page.goto(site.url + path);
    expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
    expect(await page.locator('a[href="/"]:visible').count(), path).toBeGreaterThan(0);
  }
});
