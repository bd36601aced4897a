import { loadLazy } from '../../ui/loading/load-lazy.ts';

/** The code that makes a call. */
export function loadClient() {
  return loadLazy(() => import('@kindling/assistant'));
}
