import { useNavigate } from 'react-router';
import { noteScroll } from './scroll-memory.ts';

/**
 * Adds a section's hash to the address, as a plain anchor does: it can be shared, and Back returns to where
 * the visitor was. Pressed again, it adds no second entry. Call it before scrolling.
 */
export function useHashEntry(): (section: string) => void {
  const navigate = useNavigate();
  return (section) => {
    const { pathname, search, hash } = window.location;
    const to = { pathname, search, hash: `#${section}` };
    noteScroll();
    void navigate(to, { replace: hash === to.hash });
  };
}
