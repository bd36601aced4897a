import { useNavigate } from 'react-router';
import { reloadOnce } from '../loading/reload-once.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { pages } from './bring-page.ts';
import { noteScroll } from './scroll-memory.ts';

interface EnterOptions {
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** Navigation state: what `useLocation` gives to the page that is entered. */
  readonly state?: unknown;
}

/** Navigates to a page of the site without a page load, once its code is there. */
export function useEnterPage(): (to: string, options?: EnterOptions) => void {
  const navigate = useNavigate();
  return (to, options = {}) => {
    const go = () => {
      noteScroll();
      void navigate(to, options);
    };
    // A missing chunk means a new build: the server has the current page.
    const enter = () => reloadOnce(() => window.location.assign(to));
    pages.bring(to, enter).then(go, reportFailure);
  };
}

/** The current page remains and can still be read. */
function reportFailure(): void {
  showFailure({
    title: 'Connection Failed',
    text: 'That page did not arrive. Check your connection, then try again.',
  });
}
