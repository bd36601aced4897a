import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { checkAxe } from './support/check-axe.ts';
import { pages, untilScheduler } from './support/pages.ts';
import { callStates, quietStates, type SiteState } from './support/states.ts';
import { useSite, windows } from './support/use-site.ts';

/** Every look of the page as it stands: each window, light and dark. */
async function checkLooks(
  page: Page,
  state: string,
  { windows: names = ['phone', 'desktop'], within = 'html' }: Partial<SiteState> = {},
): Promise<void> {
  for (const name of names) {
    await page.setViewportSize(windows[name]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await checkAxe(page, `${state}, ${name}, ${colorScheme}`, within);
    }
  }
}

describe('axe on pages and states', () => {
  const site = useSite();

  it.each(pages)('%s', async (path) => {
    const { page } = await site.open(path);
    if (path === '/contact') await untilScheduler(page);
    await checkLooks(page, path);
  });

  it.each(quietStates)('$name', async (state: SiteState) => {
    const { page } = await site.open(state.path ?? '/', {
      window: state.windows?.[0] ?? 'desktop',
    });
    await state.reach(page);
    await checkLooks(page, state.name, state);
  });
});

describe('axe in a call', () => {
  const site = useSite({ microphone: true });

  describe.each(['phone', 'desktop'] as const)('%s', (window) => {
    it.each(callStates)('$name', async (state: SiteState) => {
      // The fire of the call never stands still by itself.
      const { page } = await site.open(state.path ?? '/', { window, reducedMotion: 'reduce' });
      await state.reach(page);
      await checkLooks(page, state.name, { ...state, windows: [window] });
    });
  });
});
