import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pages } from './support/pages.ts';
import { useSite, windows } from './support/use-site.ts';

const site = useSite();

/** WCAG 1.4.10: a window of 320 px, which is also 1280 px at 400 %. */
const narrow = { width: 320, height: 640 };

it.each(pages)('reflow of %s, without motion for who asked for less', async (path) => {
  const { page } = await site.open(path, { window: narrow, reducedMotion: 'reduce' });
  expect(await widerThanTheWindow(page), '320 px').toEqual([]);
  await expectToFit(page, '320 px with text spacing', spaceText);
  for (const window of ['phone', 'desktop'] as const) {
    await page.setViewportSize(windows[window]);
    await expectToFit(page, `${window} with text twice as large`, enlargeText);
  }
  await expectToFit(page, 'desktop with text spacing', spaceText);

  expect(await runningAnimations(page)).toEqual([]);
  const behaviour = await page.evaluate(
    () => getComputedStyle(document.documentElement).scrollBehavior,
  );
  expect(behaviour).toBe('auto');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await controlsWithoutEdge(page), 'no edge in forced colours').toEqual([]);
});

it('the open menu of a phone fits 320 px, and scrolls where the window is low', async () => {
  const { page } = await site.open('/', { window: { width: 320, height: 256 } });
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await widerThanTheWindow(page)).toEqual([]);
  const login = page.getByRole('button', { name: 'Login' });
  await login.scrollIntoViewIfNeeded();
  const box = await login.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 999)).toBeLessThanOrEqual(256);
});

/** Nothing may reach beyond the window or be cut off while the text is as `change` makes it. */
async function expectToFit(page: Page, state: string, change: () => void): Promise<void> {
  await page.evaluate(change);
  expect(await widerThanTheWindow(page), state).toEqual([]);
  expect(await cutText(page), `cut off, ${state}`).toEqual([]);
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
}

function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => {
        const target = (animation.effect as KeyframeEffect).target;
        return `${target?.tagName}.${target?.getAttribute('class')}`;
      }),
  );
}

/** What reaches beyond the window; empty where the page does not scroll sideways. */
function widerThanTheWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isClipped = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at !== document.body && getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect();
      const isShown = box.width > 1 && box.height > 1;
      return isShown && box.right > clientWidth + 1 && !isClipped(element);
    });
    const names = wide.map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class')}`);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`, ...names] : names;
  });
}

/** Elements with text of their own that hide a part of it. */
function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        );
        const style = getComputedStyle(element);
        const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
        const isForTheEar = element.clientWidth <= 1;
        if (!hasText || !cuts || isForTheEar || element.clientHeight === 0) return false;
        return (
          element.scrollWidth > element.clientWidth + 1 ||
          element.scrollHeight > element.clientHeight + 1
        );
      })
      .map((element) => `${element.tagName.toLowerCase()}: ${element.textContent?.slice(0, 40)}`),
  );
}

/** WCAG 1.4.12, set the way a reader's own style sheet would. */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
}

function enlargeText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { font-size: 200% !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** Buttons, fields, and links that look like buttons must not live by their background colour. */
function controlsWithoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, .button, input, select, textarea')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1)
      .filter((element) => !element.closest('[aria-hidden="true"], [inert]'))
      .filter((element) => {
        const style = getComputedStyle(element);
        const hasBorder = Number.parseFloat(style.borderTopWidth) >= 1;
        // A small mark may be drawn by the button's own pseudo-element.
        const isDrawn = ['::before', '::after'].some((part) => {
          const drawn = getComputedStyle(element, part);
          const keepsColour = drawn.forcedColorAdjust === 'none' && drawn.content !== 'none';
          return Number.parseFloat(drawn.borderTopWidth) >= 1 || keepsColour;
        });
        const isText = element.textContent?.trim() !== '' && style.textDecorationLine !== 'none';
        const around = element.parentElement && getComputedStyle(element.parentElement);
        const isFramed = Number.parseFloat(around?.borderTopWidth ?? '0') >= 1;
        return !(hasBorder && style.borderTopStyle !== 'none') && !isDrawn && !isText && !isFramed;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
