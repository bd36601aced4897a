import type { Page } from 'playwright-core';

declare global {
  interface Window {
    scrollRecord?: Set<number>;
  }
}

/** Notes the scroll position of every frame from now on. */
export async function recordScroll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<number>([Math.round(scrollY)]);
    window.scrollRecord = seen;
    const look = () => {
      seen.add(Math.round(scrollY));
      if (window.scrollRecord === seen) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Every different position that was shown, once the page stands still at `top` pixels from the section. */
export async function scrolledTo(page: Page, section: string, offset: number): Promise<number[]> {
  await page.waitForFunction(
    ({ section, offset }) => {
      const box = document.getElementById(section)?.getBoundingClientRect();
      return box && Math.abs(box.top - offset) <= 1;
    },
    { section, offset },
  );
  return positions(page);
}

export async function scrolledToTop(page: Page): Promise<number[]> {
  await page.waitForFunction(() => scrollY === 0);
  return positions(page);
}

function positions(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const seen = [...(window.scrollRecord ?? [])];
    delete window.scrollRecord;
    return seen;
  });
}
