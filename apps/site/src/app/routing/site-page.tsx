import { lazy } from 'react';
import { useLocation } from 'react-router';
import { pages } from '../../ui/navigation/bring-page.ts';
import { LatePage } from '../../ui/prerender/lazy-page.tsx';
import { KeptSection } from '../../ui/prerender/static-island.tsx';
import { loadPage, type PageName, pageAt } from './lazy-pages.ts';

pages.bring = (path, recover) => loadPage(pageAt(path), recover);

const late = (name: PageName) => lazy(() => loadPage(name));
const components = {
  home: late('home'),
  contact: late('contact'),
  privacy: late('privacy'),
  terms: late('terms'),
  accessibility: late('accessibility'),
  'not-found': late('not-found'),
} satisfies Record<PageName, unknown>;

/** Pages that never change are kept as they were prerendered. */
const KEPT: ReadonlySet<PageName> = new Set<PageName>(['privacy', 'terms', 'accessibility']);

/**
 * The page at the current address. Six fixed paths need no matcher: React Router's `Routes` would be
 * 4 kB of the first load.
 */
export function SitePage() {
  const { pathname } = useLocation();
  const name = pageAt(pathname);
  if (KEPT.has(name)) return <KeptSection key={name} name={name} late={components[name]} />;
  return <LatePage name={name} late={components[name]} />;
}
