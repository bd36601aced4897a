import type { Locator } from 'playwright-core';

/** Something axe cannot decide, and what decides it instead. */
export interface Allowance {
  readonly rule: string;
  /** CSS selector that the undecided element itself matches. */
  readonly matches: string;
  /** Why axe cannot decide it. */
  readonly reason: string;
  /** Null when it is right; else what is wrong. `contrast`: what the eye meets is measured. */
  readonly check: 'contrast' | ((element: Locator) => Promise<string | null>);
}

/** Every axe finding that is allowed, each with its reason and its own check. */
export const allowances: readonly Allowance[] = [
  {
    rule: 'color-contrast',
    matches: '.sparks > span',
    reason: 'letters that rise from the fire are part of the picture, not text to read',
    check: isDecoration,
  },
  {
    rule: 'color-contrast',
    matches: '.picture mark',
    reason: 'the underline of a marked phrase is drawn as a gradient',
    check: 'contrast',
  },
  {
    rule: 'color-contrast',
    matches: '.overlay *',
    reason: 'the light of the fire lies behind the words of the call',
    check: 'contrast',
  },
  {
    rule: 'color-contrast',
    matches: '.book-page[inert] *',
    reason: 'a testimonial that is turned away can be neither seen nor reached',
    check: isOutOfSight,
  },
  {
    rule: 'color-contrast',
    matches: '.book-page:not([inert]) *',
    reason: 'the carousel lays its pages side by side and shows some of them',
    check: 'contrast',
  },
];

async function isOutOfSight(element: Locator): Promise<string | null> {
  const isShown = await element.evaluate((node) => {
    const page = node.closest('.book-page')?.getBoundingClientRect();
    const window = node.closest('.book-window')?.getBoundingClientRect();
    if (!page || !window) return true;
    return page.right > window.left + 1 && page.left < window.right - 1;
  });
  return isShown ? 'it is on screen' : null;
}

async function isDecoration(element: Locator): Promise<string | null> {
  const isHidden = await element.evaluate((node) => node.closest('[aria-hidden="true"]') !== null);
  return isHidden ? null : 'a screen reader would read it';
}
