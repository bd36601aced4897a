import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { opensElsewhere } from './opens-elsewhere.ts';
import { useEnterPage } from './use-enter-page.ts';

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
  const enterPage = useEnterPage();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    enterPage(to, { replace, state });
  }
  return <a {...rest} href={to} onClick={follow} />;
}
