import { loadLazy } from '../../../ui/loading/load-lazy.ts';

/** Loads the overlay's code; calling it early, on the click, saves the wait later. */
export function loadOverlay() {
  return loadLazy(() => import('./call-windows.tsx'));
}

export function preloadOverlay(): void {
  loadOverlay().catch(() => undefined);
}
