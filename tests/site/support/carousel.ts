import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Brings the carousel into the window and waits until it has taken over the row of quotes. */
export async function untilTurning(page: Page): Promise<void> {
  await page.locator('#testimonials').scrollIntoViewIfNeeded();
  await page.locator('.book-window[data-stage="live"]').waitFor();
}

/** Numbers of the quotes that stand wholly inside the book, from left to right. */
export function quotesInView(page: Page): Promise<number[]> {
  return page.locator('.book-window').evaluate((book) => {
    const frame = book.getBoundingClientRect();
    return [...book.querySelectorAll('.book-page')]
      .map((slide, index) => ({ number: index + 1, box: slide.getBoundingClientRect() }))
      .filter(({ box }) => box.left > frame.left - 2 && box.right < frame.right + 2)
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ number }) => number);
  });
}

/** Labels of the quotes that can be reached, in the order of the page. */
function quotesInReach(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.book-page:not([inert])')
    .evaluateAll((slides) => slides.map((slide) => slide.getAttribute('aria-label')));
}

/** Waits until exactly these quotes are in view, and only they can be reached. */
export async function untilInView(page: Page, numbers: readonly number[]): Promise<void> {
  const labels = numbers.toSorted((one, other) => one - other).map((number) => `${number} of 3`);
  const look = async () => ({
    inView: await quotesInView(page),
    inReach: await quotesInReach(page),
  });
  // The book notices a new width a frame after the window has it.
  await expect.poll(look).toEqual({ inView: numbers, inReach: labels });
}
