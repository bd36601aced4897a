import type { Page } from 'playwright-core';

declare global {
  interface Window {
    scrollRecord?: Set<number>;
    scrollBehaviors?: (ScrollBehavior | undefined)[];
  }
}

/** Notes the scroll position of every frame from now on, and how the page asked to scroll. */
export async function recordScroll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const behaviors: (ScrollBehavior | undefined)[] = [];
    const scroll = window.scrollTo.bind(window);
    window.scrollTo = (to?: ScrollToOptions | number) => {
      if (typeof to !== 'object') throw new Error('the behaviour is not said');
      behaviors.push(to.behavior);
      scroll(to);
    };
    window.scrollBehaviors = behaviors;
    const seen = new Set<number>([Math.round(scrollY)]);
    window.scrollRecord = seen;
    const look = () => {
      seen.add(Math.round(scrollY));
      if (window.scrollRecord === seen) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Goes to the end of the page at once, and waits until late pictures and letters move it no more. */
export async function standAtBottom(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0; still < 30; still += 1) {
      const bottom = document.documentElement.scrollHeight - innerHeight;
      if (Math.abs(scrollY - bottom) > 1) still = 0;
      scrollTo({ top: bottom, behavior: 'instant' });
      await frame();
    }
  });
}

/** How the page asked to scroll since `recordScroll`. A busy machine may show no frame of the way. */
export function askedToScroll(page: Page): Promise<(ScrollBehavior | undefined)[]> {
  return page.evaluate(() => window.scrollBehaviors ?? []);
}

/** Positions that belong to the way, and neither to its start (which late pictures may still shift) nor to its end. */
export function onTheWay(positions: readonly number[]): number[] {
  const ends = [positions[0] ?? 0, positions.at(-1) ?? 0];
  return positions.filter((position) => ends.every((end) => Math.abs(position - end) > 150));
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
