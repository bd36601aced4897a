import { loadLazy } from '../../../ui/loading/load-lazy.ts';

/** Brings the overlay's code; calling it early, on the press, saves the wait later. */
export function loadOverlay() {
  return loadLazy(() => import('./call-windows.tsx'));
}

export function preloadOverlay(): void {
  loadOverlay().catch(() => undefined);
}
