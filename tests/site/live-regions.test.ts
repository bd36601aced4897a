import { describe, expect, it } from 'vitest';
import { announced, watchAnnouncements } from './support/announcements.ts';
import { openNotice } from './support/call-states.ts';
import { useSite } from './support/use-site.ts';

const site = useSite();
const before = watchAnnouncements;

describe.each(['phone', 'desktop'] as const)('what is announced, %s', (window) => {
  it('the thanks of the footer form, once, in a region that was there before', async () => {
    const { page } = await site.open('/', { window, before });
    const status = page.locator('footer').getByRole('status');
    expect(await status.count()).toBe(1);
    expect(await status.innerText()).toBe('');
    await page.getByPlaceholder('Enter your mail').fill('listener@school.example');
    await page.keyboard.press('Enter');
    const thanks = 'Thank you. Our team has received your email and will contact you shortly.';
    await status.filter({ hasText: thanks }).waitFor();
    await expect.poll(() => announced(page, 'Thank you')).toEqual([thanks]);
    const tree = await page.locator('body').ariaSnapshot();
    expect(tree.split(thanks).length - 1).toBe(1);
  });

  it('a failed subscription says nothing, as nothing is shown', async () => {
    const { page } = await site.open('/', { window, before });
    await page.route('**/rest/v1/**', (route) => route.abort());
    const field = page.getByPlaceholder('Enter your mail');
    await field.fill('listener@school.example');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await announced(page, '')).toEqual([]);
  });

  it('a refused microphone, once, with title and reason', async () => {
    const { page } = await site.open('/', { window, before });
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
});
