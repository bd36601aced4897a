import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { noteScroll } from './scroll-memory.ts';

/**
 * Puts a section's address into the bar, as a plain anchor does: it can be shared, and Back returns to where
 * the visitor was. Pressed again, it adds no second entry. Call it before scrolling: the browser keeps the
 * position of the entry that is left.
 */
export function useHashEntry(): (section: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (section) => {
      const { pathname, search, hash } = window.location;
      const to = { pathname, search, hash: `#${section}` };
      noteScroll();
      void navigate(to, { replace: hash === to.hash });
    },
    [navigate],
  );
}
