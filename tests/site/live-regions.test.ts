import { expect, it } from 'vitest';
import { announced, watchAnnouncements } from './support/announcements.ts';
import { openNotice } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();

it('announces the thanks of the footer form once, and nothing where nothing is shown', async () => {
  const { page } = await site.open('/', { window: 'phone', before: watchAnnouncements });
  const status = page.locator('footer').getByRole('status');
  // The region is there before what it is to say.
  expect(await status.count()).toBe(1);
  expect(await status.innerText()).toBe('');
  const field = page.getByPlaceholder('Enter your mail');

  // A subscription that failed.
  await page.route('**/rest/v1/**', (route) => route.abort());
  await field.fill('listener@school.example');
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await announced(page, '')).toEqual([]);
  await page.unroute('**/rest/v1/**');

  await field.fill('listener@school.example');
  await page.keyboard.press('Enter');
  const thanks = 'Thank you. Our team has received your email and will contact you shortly.';
  await status.filter({ hasText: thanks }).waitFor();
  await expect.poll(() => announced(page, 'Thank you')).toEqual([thanks]);
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree.split(thanks).length - 1).toBe(1);
});

it('announces a refused microphone once, with title and reason', async () => {
  const { page } = await site.open('/', { before: watchAnnouncements });
  await openNotice(page);
  await page.getByRole('button', { name: 'Start call' }).click();
  await page.locator('.toast').waitFor();
  await expect.poll(async () => (await announced(page, 'Call Failed')).length).toBe(1);
  const [text] = await announced(page, 'Call Failed');
  expect(text).toContain('Microphone access is required to speak with the AI agent.');
  // The announcement's own copy goes away; the toast stays to be read.
  await expect
    .poll(async () => (await page.locator('body').ariaSnapshot()).split('Call Failed').length - 1)
    .toBe(1);
  expect((await announced(page, 'Call Failed')).length).toBe(1);
});
