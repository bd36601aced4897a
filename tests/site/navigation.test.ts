import { SCROLL_OFFSET_PX } from '@kindling/protocol/constants';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  askedToScroll,
  onTheWay,
  recordScroll,
  scrolledTo,
  scrolledToTop,
  standAtBottom,
} from './support/scroll-record.ts';
import { untilAlive, useSite, type WindowName } from './support/use-site.ts';

const site = useSite();

const links = [
  ['About us', 'about'],
  ['Features', 'features-content'],
  ['Testimonials', 'testimonials'],
  ['AI Training', 'customization'],
  ['Customization', 'customization'],
] as const;

async function showLinks(page: Page, window: WindowName): Promise<void> {
  if (window === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
}

const menuLinks = (page: Page) => page.locator('header ul:visible').getByRole('link');

const follow = (page: Page, name: string) =>
  page.locator('header').getByRole('link', { name, exact: true }).click();

/** Without the driver's own scrolling, which takes what is sticky for what is out of view. */
const press = (link: Locator) => link.evaluate((element) => (element as HTMLElement).click());

/** Resolves after so many frames; runs in the page. */
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    let left = count;
    const next = () => {
      left -= 1;
      if (left < 0) resolve();
      else requestAnimationFrame(next);
    };
    next();
  });

const footerLogo = (page: Page) => page.locator('footer').getByLabel(/back to top/);

/** A phone's footer is higher than its window: at the end of the page, its logo is above it. */
async function standAtFooterLogo(page: Page): Promise<void> {
  await standAtBottom(page);
  await footerLogo(page).scrollIntoViewIfNeeded();
}

/** The home page at its top, with the menu closed; shared with the tests that leave it there. */
async function lookAtHome(
  window: WindowName,
  reducedMotion: 'reduce' | 'no-preference' = 'reduce',
) {
  const { page, faults } = await site.look('/', { window });
  await page.emulateMedia({ reducedMotion });
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    (document.activeElement as HTMLElement | null)?.blur();
  });
  return { page, faults };
}

/** A page that stays open would go on painting its fire behind the next tests. */
const rest = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });

describe.each(['phone', 'desktop'] as const)('navigation bar, %s', (window) => {
  // Half of the time goes into painting the way: one window shows that it is asked for.
  const [motion, behavior] =
    window === 'phone' ? (['reduce', 'auto'] as const) : (['no-preference', 'smooth'] as const);

  it('scrolls to the section of each link, 80 px below the top, as fast as is asked for', async () => {
    for (const [label, section] of links) {
      const { page, faults } = await lookAtHome(window, motion);
      await showLinks(page, window);
      await recordScroll(page);
      await follow(page, label);
      if (window === 'phone') expect(await menuLinks(page).count(), `${label}: menu`).toBe(0);
      const places = await scrolledTo(page, section, SCROLL_OFFSET_PX);
      expect(await askedToScroll(page), label).toEqual([behavior]);
      if (behavior === 'auto') expect(onTheWay(places), label).toEqual([]);
      // The next Tab goes on from the section.
      expect(await page.evaluate(() => document.activeElement?.id), label).toBe(section);
      expect(faults, label).toEqual([]);
      await rest(page);
    }
  });

  it('stays at the top of a page that was opened at a section, which it does not cover', async () => {
    const { page } = await site.open('/#customization', { window });
    await scrolledTo(page, 'customization', SCROLL_OFFSET_PX);
    expect((await page.locator('header').boundingBox())?.y).toBe(0);
  });
});

describe('navigation', () => {
  it('puts the section into the address, once, and Back returns to where one was', async () => {
    const { page } = await site.open('/?utm_source=letter');
    // Somewhere else than the top: Back must not only lead there.
    await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }));
    const entries = await page.evaluate(() => history.length);
    for (const label of ['AI Training', 'Customization']) {
      await press(page.locator('header').getByText(label).first());
      await scrolledTo(page, 'customization', SCROLL_OFFSET_PX);
      expect(page.url()).toBe(`${site.url}/?utm_source=letter#customization`);
    }
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await page.waitForFunction(() => scrollY === 150);
    expect(page.url()).toBe(`${site.url}/?utm_source=letter`);
    await page.goForward();
    await scrolledTo(page, 'customization', SCROLL_OFFSET_PX);
  });

  it('a shared link to a section opens there, also from another page of the site', async () => {
    const { page } = await site.open('/contact', { window: 'phone' });
    await page.goto(`${site.url}/#features`);
    await untilAlive(page);
    await scrolledTo(page, 'features', SCROLL_OFFSET_PX);
    const place = await page.evaluate(() => scrollY);
    // The section above, which the page that was loaded had in its HTML, comes late.
    await page.route('**/assets/principles-*.js', async (route) => {
      await page.evaluate(frames, 60);
      await route.continue();
    });
    await press(page.getByRole('link', { name: 'Book a demo' }).first());
    await page.getByRole('heading', { name: 'Thirty minutes, and your own questions.' }).waitFor();
    await page.goBack();
    await page.locator('#about').waitFor();
    await page.waitForFunction(
      (place) => location.hash === '#features' && Math.abs(scrollY - place) <= 1,
      place,
    );
    await scrolledTo(page, 'features', SCROLL_OFFSET_PX);
  });

  it('leaves a link that is opened in another tab to the browser', async () => {
    const { page } = await lookAtHome('desktop');
    const before = page.url();
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator('header')
        .getByRole('link', { name: 'Testimonials', exact: true })
        .click({ modifiers: ['Control'] }),
    ]);
    expect(new URL(other.url()).hash || '#testimonials').toBe('#testimonials');
    expect(page.url()).toBe(before);
    await other.close();
  });

  it('the logo goes to / and loads it anew', async () => {
    const { page } = await site.open('/?from=a-letter');
    await page.evaluate(() => Object.assign(globalThis, { wasHere: true }));
    await page.locator('header').getByRole('link', { name: /home/ }).click();
    await page.waitForFunction(() => !('wasHere' in globalThis));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  });

  it("the footer's logo scrolls smoothly to the top", async () => {
    const { page } = await lookAtHome('phone', 'no-preference');
    await standAtFooterLogo(page);
    await recordScroll(page);
    await footerLogo(page).click();
    await scrolledToTop(page);
    expect(await askedToScroll(page)).toEqual(['smooth']);
    expect(new URL(page.url()).pathname).toBe('/');
    await rest(page);
  });

  it("the footer's logo is at the top at once for visitors who asked for less motion", async () => {
    const { page } = await lookAtHome('phone');
    await standAtFooterLogo(page);
    await recordScroll(page);
    await footerLogo(page).click();
    expect(onTheWay(await scrolledToTop(page))).toEqual([]);
  });
});

describe('the menu on a phone', () => {
  it('opens and closes with its button, and has the same links', async () => {
    const { page } = await lookAtHome('phone');
    const toggle = page.locator('header button[aria-expanded]');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await menuLinks(page).count()).toBe(0);
    await toggle.click();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await toggle.getAttribute('aria-label')).toBe('Close menu');
    expect(await menuLinks(page).allInnerTexts()).toEqual(links.map(([label]) => label));
    await toggle.click();
    expect(await toggle.getAttribute('aria-label')).toBe('Open menu');
    expect(await menuLinks(page).count()).toBe(0);
  });

  it('is read from top to bottom by the keyboard, and Escape gives it back to the button', async () => {
    const { page } = await lookAtHome('phone');
    await page.getByRole('button', { name: 'Open menu' }).focus();
    await page.keyboard.press('Enter');
    for (const [label] of links) {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').innerText()).toBe(label);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Login');
    await page.keyboard.press('Escape');
    expect(await menuLinks(page).count()).toBe(0);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Open menu');
  });

  it('a press that comes before the scripts do is not lost', async () => {
    let bring = () => {};
    const brought = new Promise<void>((resolve) => {
      bring = resolve;
    });
    const { page } = await site.open('/', {
      window: 'phone',
      before: async (page) => {
        await page.route('**/assets/entry-client*', async (route) => {
          await page.getByRole('button', { name: 'Open menu' }).click();
          await route.continue();
          bring();
        });
      },
    });
    await brought;
    await page.getByRole('button', { name: 'Close menu' }).waitFor();
  });
});
