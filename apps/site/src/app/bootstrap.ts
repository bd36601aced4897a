/**
 * The only script that runs before the page is quiet. It waits for load and idle, then brings the app;
 * a press that comes earlier brings it at once and is repeated when the page can answer it.
 */
import { recordEarlyClicks } from '../ui/prerender/replay-early-clicks.ts';

/** The home page is most visits: its code comes beside the app's, not after it. */
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
