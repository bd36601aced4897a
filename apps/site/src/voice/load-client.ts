import { loadLate } from '../loading/load-late.ts';

/** The code that makes a call. */
export function loadClient() {
  return loadLate(() => import('@kindling/assistant'));
}
