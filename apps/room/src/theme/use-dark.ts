import { useSyncExternalStore } from 'react';

const query = matchMedia('(prefers-color-scheme: dark)');

/** Whether the system prefers a dark colour scheme. */
export function useDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
