/**
 * The only script that runs before the page is quiet. It waits for load and idle, then brings the app;
 * a press that comes earlier brings it at once and is repeated when the page can answer it.
 */
import { startReplay } from './replay.ts';

const bringApp = (): Promise<unknown> => import('./entry-client.tsx');

function whenQuiet(run: () => void): void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
  if (document.readyState === 'complete') idle(run);
  else window.addEventListener('load', () => idle(run), { once: true });
}

startReplay(bringApp);
whenQuiet(() => void bringApp());
