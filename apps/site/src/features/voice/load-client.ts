import { loadLate } from '../../ui/loading/load-lazy.ts';

/** The code that makes a call. */
export function loadClient() {
  return loadLate(() => import('@kindling/assistant'));
}
