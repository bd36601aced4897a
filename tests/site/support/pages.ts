import type { Page } from 'playwright-core';

/** Every address of the site that is a page. */
export const pages = [
  '/',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/no/such/page',
] as const;

/** Those that are made of headings and text between the header and footer that all share. */
export const proseOrNothing = ['/privacy', '/terms', '/accessibility', '/no/such/page'] as const;

/** The scheduler of /contact loads in a frame, after the page. */
export async function untilScheduler(page: Page): Promise<void> {
  await page.frameLocator('.booking-box iframe').locator('.day-free').first().waitFor();
}
