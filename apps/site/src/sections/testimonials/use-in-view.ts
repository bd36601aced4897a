import { useSyncExternalStore } from 'react';
import { WIDE_BOOK } from './carousel-stops.ts';

/** Slides that this window shows at a time: a phone shows one. While prerendering, what a wide one shows. */
export function useInView(perView: 1 | 2): 1 | 2 {
  const isWide = useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_BOOK).matches,
    () => true,
  );
  return isWide ? perView : 1;
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE_BOOK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
