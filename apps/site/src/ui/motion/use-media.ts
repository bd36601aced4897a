import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, updated while the page is open. */
export function useMedia(query: string, whilePrerendering: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => whilePrerendering,
  );
}
