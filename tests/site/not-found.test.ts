import { expect, it } from 'vitest';
import { useSite } from './support/use-site.ts';

const site = useSite();

it('an unknown address says so in words, in the console and in the status, and leads home', async () => {
  const { page, faults } = await site.open('/no/such/page', { window: 'phone' });
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('404');
  await page.getByText('Oops! Page not found', { exact: true }).waitFor();
  expect(faults.some((line) => line.includes('/no/such/page') && line.includes('404'))).toBe(true);
  const answer = await fetch(`${site.url}/no/such/page`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('noindex');

  await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  await page.locator('h1', { hasText: 'kindling' }).waitFor();

  // Inside the site it is found too, without a load.
  await page.evaluate(() => {
    history.pushState({}, '', '/gone');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await page.getByRole('heading', { name: '404', exact: true }).waitFor();
  expect(await page.title()).toContain('not found');
});
