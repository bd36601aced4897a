import type { Page } from 'playwright-core';

declare global {
  interface Window {
    announcements?: string[];
  }
}

/**
 * Records what a screen reader would announce: text that changes inside a live region, and alerts that
 * arrive whole. To be called before the page is opened.
 */
export async function watchAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    window.announcements = said;
    const implied: Record<string, string> = { status: 'polite', log: 'polite', alert: 'assertive' };
    const liveness = (element: Element) =>
      element.getAttribute('aria-live') ?? implied[element.getAttribute('role') ?? ''] ?? null;
    const regionOf = (node: Node | null): Element | null => {
      let at = node instanceof Element ? node : (node?.parentElement ?? null);
      while (at && liveness(at) === null) at = at.parentElement;
      return at && liveness(at) !== 'off' ? at : null;
    };
    const known = new WeakSet<Element>();
    new MutationObserver((changes) => {
      const spoken = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const region = regionOf(target);
        // What is new in a region that is new itself is not said, unless it is an alert.
        if (region && known.has(region) && addedNodes.length > 0) spoken.add(region);
        if (region) known.add(region);
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue;
          for (const one of [added, ...added.querySelectorAll('*')]) {
            if (liveness(one) === null || liveness(one) === 'off') continue;
            if (liveness(one) === 'assertive' && !known.has(one)) spoken.add(one);
            known.add(one);
          }
        }
      }
      for (const region of spoken) {
        const text = region.textContent?.replace(/\s+/g, ' ').trim();
        if (text) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Everything said so far that contains `words`. */
export function announced(page: Page, words: string): Promise<string[]> {
  return page.evaluate(
    (part) => (window.announcements ?? []).filter((text) => text.includes(part)),
    words,
  );
}
