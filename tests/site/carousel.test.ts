import { CAROUSEL_AUTOPLAY } from '@kindling/protocol/constants';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { quotesInView, untilInView, untilTurning } from './support/carousel.ts';
import { forgetLayoutShift, layoutShift } from './support/layout-shift.ts';
import { untilAlive, useSite, type WindowName, windows } from './support/use-site.ts';

const site = useSite();

/** Longer than the quotes take to slide. */
const SLIDE = 1_500;

const slide = (page: Page) => page.clock.runFor(SLIDE);

/** A page whose time passes only when the test says so. */
async function stopTime(page: Page): Promise<Page> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  return page;
}

/** The first quotes are in view, and have their full time. */
async function startAnew(page: Page): Promise<Page> {
  await page
    .getByRole('button', { name: /^Go to testimonial/ })
    .first()
    .click();
  await slide(page);
  await leave(page);
  return page;
}

/** What the shared page shows; undefined before its time stands still. */
let standing: string | undefined;

/** One page for all tests, which leave it turning: a new one with a clock of its own costs the most. */
async function shareCarousel(path: string, window: WindowName = 'desktop'): Promise<Page> {
  const { page } = await site.look('/', { clock: 'now' });
  const place = `${window} ${path}`;
  if (standing !== place) {
    await page.clock.resume();
    await page.setViewportSize(windows[window]);
    await page.goto(site.url + path);
    await untilAlive(page);
    await untilTurning(page);
    await stopTime(page);
    standing = place;
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return startAnew(page);
}

/** Takes the mouse off the carousel: the time of the quotes in view begins anew. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.locator('#testimonials [aria-live="off"]').waitFor();
}

const book = (page: Page) => page.locator('#testimonials .carousel');
const rotation = (page: Page) => page.getByRole('button', { name: /^(Pause|Play) the quotes$/ });
const next = (page: Page) => page.getByRole('button', { name: 'Next testimonials' });

/** What stands in the book after each step forward, from the start, once round. */
const home: Record<WindowName, number[][]> = {
  desktop: [
    [1, 2],
    [3, 1],
    [1, 2],
  ],
  phone: [[1], [2], [3], [1]],
};

/** Nothing turns, whatever time passes. */
async function staysStill(page: Page): Promise<void> {
  const before = await quotesInView(page);
  await page.clock.runFor(3 * CAROUSEL_AUTOPLAY);
  expect(await quotesInView(page)).toEqual(before);
}

/** These are in view one after the other, each for its time. */
async function turnsThrough(page: Page, turns: readonly number[][]): Promise<void> {
  for (const quotes of turns) {
    await slide(page);
    await untilInView(page, quotes);
    await page.clock.runFor(CAROUSEL_AUTOPLAY - SLIDE - 1);
    await untilInView(page, quotes);
    await page.clock.runFor(1);
  }
}

describe.each(['phone', 'desktop'] as const)('home carousel, %s', (window) => {
  const [first = [], second = []] = home[window];

  it('turns every five seconds, and goes round', async () => {
    const page = await shareCarousel('/', window);
    await turnsThrough(page, home[window]);
  });

  it('has two dots that jump to a pair', async () => {
    const page = await shareCarousel('/', window);
    const dots = page.getByRole('button', { name: /^Go to testimonial/ });
    expect(await dots.count()).toBe(2);
    await dots.nth(1).click();
    await slide(page);
    await untilInView(page, window === 'phone' ? [3] : [3, 1]);
    expect(await dots.nth(1).getAttribute('aria-current')).toBe('true');
    await dots.nth(0).click();
    await slide(page);
    await untilInView(page, first);
    expect(await dots.nth(1).getAttribute('aria-current')).toBe('false');
  });

  it('has dots that name what they show', async () => {
    const page = await shareCarousel('/', window);
    const dots = page.getByRole('button', { name: /^Go to testimonial/ });
    for (const dot of await dots.all()) {
      await dot.click();
      await slide(page);
      const named = (await dot.getAttribute('aria-label'))?.match(/\d/g)?.map(Number) ?? [];
      await untilInView(page, named);
      const current = page.locator('.carousel-dot[aria-current="true"]');
      expect(await current.count()).toBe(1);
      expect(await current.getAttribute('aria-label')).toBe(await dot.getAttribute('aria-label'));
    }
    if (window === 'desktop') return;
    // The second quote lies between the dots: none claims to show it.
    await dots.first().click();
    await slide(page);
    await next(page).click();
    await slide(page);
    await untilInView(page, [2]);
    expect(await page.locator('.carousel-dot[aria-current="true"]').count()).toBe(0);
  });

  it('pauses while the mouse is over it and starts anew when it leaves', async () => {
    const page = await shareCarousel('/', window);
    await page.clock.runFor(CAROUSEL_AUTOPLAY - 1);
    await book(page).hover();
    await page.locator('#testimonials [aria-live="polite"]').waitFor();
    await staysStill(page);
    await leave(page);
    await page.clock.runFor(CAROUSEL_AUTOPLAY - 1);
    await untilInView(page, first);
    await page.clock.runFor(1 + SLIDE);
    await untilInView(page, second);
  });

  it('is not stopped by what the mouse does in it', async () => {
    const page = await shareCarousel('/', window);
    await next(page).click();
    await slide(page);
    await untilInView(page, second);
    await leave(page);
    await page.clock.runFor(CAROUSEL_AUTOPLAY + SLIDE);
    await untilInView(page, home[window][2] ?? []);
  });

  it('goes back as well, over the start', async () => {
    const page = await shareCarousel('/', window);
    await page.getByRole('button', { name: 'Previous testimonials' }).click();
    await slide(page);
    await untilInView(page, window === 'phone' ? [3] : [3, 1]);
  });

  it('has targets of at least 24 pixels', async () => {
    const page = await shareCarousel('/', window);
    for (const button of await book(page).getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
  });
});

describe('contact carousel', () => {
  it('shows one at a time, turns every five seconds, and goes round', async () => {
    const page = await shareCarousel('/contact');
    await turnsThrough(page, [[1], [2], [3], [1]]);
  });

  it('has three dots, each of which goes to its testimonial', async () => {
    const page = await shareCarousel('/contact');
    for (const number of [3, 1, 2]) {
      const dot = page.getByRole('button', { name: `Go to testimonial ${number}`, exact: true });
      await dot.click();
      await slide(page);
      await untilInView(page, [number]);
      expect(await dot.getAttribute('aria-current')).toBe('true');
    }
    expect(await page.getByRole('button', { name: /^Go to testimonial \d$/ }).count()).toBe(3);
  });
});

describe('carousel, for everybody', () => {
  it('follows the carousel pattern', async () => {
    const page = await shareCarousel('/');
    const section = page.locator('section[aria-roledescription="carousel"]');
    expect(await section.count()).toBe(1);
    const label = await page.locator('#testimonials-title').textContent();
    expect(label).not.toMatch(/carousel/i);
    expect(await section.getAttribute('aria-labelledby')).toBe('testimonials-title');
    expect(
      await section
        .locator('[role="group"][aria-roledescription="slide"]')
        .evaluateAll((slides) => slides.map((slide) => slide.getAttribute('aria-label'))),
    ).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  it('can be paused: first in tab order, and the label says what a press does', async () => {
    const page = await shareCarousel('/');
    const button = book(page).getByRole('button').first();
    expect(await button.getAttribute('aria-label')).toBe('Pause the quotes');
    expect(await button.getAttribute('aria-pressed')).toBeNull();
    await button.click();
    expect(await button.getAttribute('aria-label')).toBe('Play the quotes');
    await page.mouse.move(1, 1);
    await staysStill(page);
    await next(page).click();
    await page.mouse.move(1, 1);
    await slide(page);
    await untilInView(page, [3, 1]);
    await staysStill(page);
    await button.click();
    await leave(page);
    await page.clock.runFor(CAROUSEL_AUTOPLAY + SLIDE);
    await untilInView(page, [1, 2]);
  });

  it('waits while the keyboard is in it, and goes on when it leaves', async () => {
    const page = await shareCarousel('/');
    await page.locator('#testimonials-title').evaluate((title) => {
      title.tabIndex = -1;
      title.focus();
    });
    await page.keyboard.press('Tab');
    expect(await rotation(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await staysStill(page);
    await page.keyboard.press('Shift+Tab');
    await page.locator('#testimonials [aria-live="off"]').waitFor();
    await page.clock.runFor(CAROUSEL_AUTOPLAY + SLIDE);
    await untilInView(page, [3, 1]);
  });

  it('is silent while it turns and speaks while it rests', async () => {
    const page = await shareCarousel('/');
    const live = page.locator('#testimonials [aria-live]');
    await expect.poll(() => live.getAttribute('aria-live')).toBe('off');
    await rotation(page).click();
    // The mouse over it would make it rest by itself.
    await page.mouse.move(1, 1);
    await expect.poll(() => live.getAttribute('aria-live')).toBe('polite');
    await rotation(page).click();
  });

  it('leaves focus on the button that was pressed', async () => {
    const page = await shareCarousel('/');
    await next(page).focus();
    await page.keyboard.press('Enter');
    await slide(page);
    await untilInView(page, [3, 1]);
    expect(await next(page).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('stops when less motion is asked for while it turns', async () => {
    const page = await shareCarousel('/');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Play the quotes' }).waitFor();
    await staysStill(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Pause the quotes' }).waitFor();
    await page.clock.runFor(CAROUSEL_AUTOPLAY + SLIDE);
    await untilInView(page, [3, 1]);
  });

  it('neither turns nor slides where less motion is asked for, and keeps its pairs in any window', async () => {
    const page = await shareCarousel('/');
    standing = undefined;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.resume();
    await page.reload();
    await untilTurning(page);
    await staysStill(page);
    expect(await rotation(page).getAttribute('aria-label')).toBe('Play the quotes');
    const places = recordPlaces(page);
    await next(page).click();
    await untilInView(page, [3, 1]);
    expect((await places).length).toBeLessThanOrEqual(2);

    await next(page).click();
    await untilInView(page, [1, 2]);
    await page.setViewportSize(windows.phone);
    await untilInView(page, [1]);
    await page.setViewportSize({ width: 1_001, height: 800 });
    await untilInView(page, [1, 2]);
    await next(page).click();
    await untilInView(page, [3, 1]);
    await page.setViewportSize(windows.desktop);
  });
});

describe('carousel, before its code is there', () => {
  it.each(['phone', 'desktop'] as const)(
    'is a row to scroll, costs the first load nothing, and is replaced unnoticed, %s',
    async (window) => {
      const { page: quiet } = await site.open('/', { window, javaScriptEnabled: false });
      const scripts: string[] = [];
      const carousel = () => scripts.filter((url) => url.includes('live-carousel'));
      const { page: alive } = await site.open('/', {
        window,
        before: async (page) => {
          page.on('request', (request) => scripts.push(request.url()));
        },
      });
      await alive.waitForLoadState('networkidle');
      expect(carousel()).toEqual([]);
      const heightOf = async (page: Page, part: string) =>
        (await page.locator(part).boundingBox())?.height;
      const before = await heightOf(alive, '#testimonials');
      await forgetLayoutShift(alive);
      await untilTurning(alive);
      expect(carousel()).toHaveLength(1);
      expect(await heightOf(alive, '#testimonials')).toBe(before);
      expect(await layoutShift(alive)).toEqual({ total: 0, moved: [] });

      expect(await heightOf(quiet, '.book')).toBe(await heightOf(alive, '.book'));
      for (const quote of await quiet.locator('#testimonials blockquote').all()) {
        await quote.scrollIntoViewIfNeeded();
        expect(await quote.isVisible()).toBe(true);
      }
      expect(await quotesInView(quiet)).toContain(3);
    },
  );

  it('stays a row to scroll where its code cannot come', async () => {
    const { page } = await site.open('/', {
      before: async (page) => {
        await page.route('**/live-carousel*', (route) => route.abort());
      },
    });
    await page.locator('#testimonials').scrollIntoViewIfNeeded();
    await page.locator('.carousel-controls').waitFor({ state: 'hidden' });
    await page.locator('#testimonials blockquote').nth(2).scrollIntoViewIfNeeded();
    expect(await quotesInView(page)).toContain(3);
  });
});

/** Every place the pages stood at during the next ten frames. */
function recordPlaces(page: Page): Promise<string[]> {
  return page.locator('.book-pages').evaluate(
    (pages) =>
      new Promise<string[]>((resolve) => {
        const places = new Set<string>();
        const observer = new MutationObserver(() => places.add(getComputedStyle(pages).transform));
        observer.observe(pages, { attributes: true, attributeFilter: ['style'] });
        setTimeout(() => {
          observer.disconnect();
          resolve([...places]);
        }, 1_500);
      }),
  );
}
