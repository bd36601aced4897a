import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this site. */
  readonly to: string;
  /** Takes the place of the current entry of the history. */
  readonly replace?: boolean;
  /** Navigation state: what `useLocation` gives to the page that is entered. */
  readonly state?: unknown;
}

/**
 * A link to another page of the site: a plain anchor that needs no load where the app listens.
 * React Router's own `Link` carries prefetching for its framework mode, 2.5 kB that nothing here uses.
 */
export function PageLink({ to, replace = false, state, onClick, ...rest }: PageLinkProps) {
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    void navigate(to, { replace, state });
  }
  return <a {...rest} href={to} onClick={follow} />;
}

/** New tab, new window, download: the browser's business. */
function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self')
  );
}
