import type { Page } from 'playwright-core';

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

interface ShiftRecord {
  readonly value: number;
  readonly moved: string[];
}

declare global {
  interface Window {
    layoutShifts?: ShiftRecord[];
  }
}

/** Starts the record before the page's own scripts. Shifts right after an input count as well. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const records: ShiftRecord[] = [];
    window.layoutShifts = records;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
        );
        records.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Everything that moved by itself since the page was opened: the sum, and what it was. */
export async function layoutShift(
  page: Page,
): Promise<{ readonly total: number; readonly moved: string[] }> {
  // Two frames: a shift is reported with the frame after the one it happened in.
  const records = await page.evaluate(
    () =>
      new Promise<ShiftRecord[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShifts ?? []), 0)),
        ),
      ),
  );
  return {
    total: records.reduce((sum, { value }) => sum + value, 0),
    moved: records.flatMap(({ moved }) => moved),
  };
}

/** Forgets what moved so far, so that the next reading is about what comes now. */
export async function forgetLayoutShift(page: Page): Promise<void> {
  await layoutShift(page);
  await page.evaluate(() => window.layoutShifts?.splice(0));
}
