/**
 * The only script that runs before the page is idle. It waits for load and idle, then imports the app;
 * an earlier click imports it at once and is replayed when the page is hydrated.
 */
import { recordEarlyClicks } from '../ui/prerender/replay-early-clicks.ts';

/** Most visits are to the home page: its code is fetched in parallel with the app's. */
function bringApp(): Promise<unknown> {
  const home = window.location.pathname === '/' ? import('../pages/home-page.tsx') : null;
  return Promise.all([import('./entry-client.tsx'), home]);
}

function whenQuiet(run: () => void): void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  if (document.readyState === 'complete') idle(run);
  else window.addEventListener('load', () => idle(run), { once: true });
}

recordEarlyClicks(bringApp);
whenQuiet(() => void bringApp());
