import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { reloadOnce } from '../loading/reload-once.ts';
import { showFailure } from '../toasts/toast-store.ts';
import { pages } from './bring-page.ts';
import { opensElsewhere } from './opens-elsewhere.ts';
import { noteScroll } from './scroll-memory.ts';

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this site. */
  readonly to: string;
  /** Replaces the current history entry. */
  readonly replace?: boolean;
  /** Navigation state: what `useLocation` gives to the page that is entered. */
  readonly state?: unknown;
}

/**
 * A link to another page of the site: a plain anchor that navigates without a page load once hydrated.
 * React Router's own `Link` carries prefetching for its framework mode, 2.5 kB that nothing here uses.
 */
export function PageLink({ to, replace = false, state, onClick, ...rest }: PageLinkProps) {
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    const go = () => {
      noteScroll();
      void navigate(to, { replace, state });
    };
    // A missing chunk means a new build: the server has the current page.
    const enter = () => reloadOnce(() => window.location.assign(to));
    pages.bring(to, enter).then(go, reportFailure);
  }
  return <a {...rest} href={to} onClick={follow} />;
}

/** The current page stays and can still be read. */
function reportFailure(): void {
  showFailure({
    title: 'Connection Failed',
    text: 'That page did not arrive. Check your connection, then try again.',
  });
}
