import { lazy } from 'react';
import { useLocation } from 'react-router';
import { pages } from '../../ui/navigation/bring-page.ts';
import { LazyPage } from '../../ui/prerender/lazy-page.tsx';
import { StaticIsland } from '../../ui/prerender/static-island.tsx';
import { loadPage, type PageName, pageAt } from './lazy-pages.ts';

pages.bring = (path, recover) => loadPage(pageAt(path), recover);

const lazyPage = (name: PageName) => lazy(() => loadPage(name));
const components = {
  home: lazyPage('home'),
  contact: lazyPage('contact'),
  privacy: lazyPage('privacy'),
  terms: lazyPage('terms'),
  accessibility: lazyPage('accessibility'),
  'not-found': lazyPage('not-found'),
} satisfies Record<PageName, unknown>;

/** Pages without state are kept as prerendered HTML. */
const STATIC_PAGES: ReadonlySet<PageName> = new Set<PageName>([
  'privacy',
  'terms',
  'accessibility',
]);

/**
 * The page at the current address. Six fixed paths need no matcher: React Router's `Routes` would be
 * 4 kB of the first load.
 */
export function SitePage() {
  const { pathname } = useLocation();
  const name = pageAt(pathname);
  if (STATIC_PAGES.has(name))
    return <StaticIsland key={name} name={name} lazy={components[name]} />;
  return <LazyPage name={name} lazy={components[name]} />;
}
