import type { ComponentType } from 'react';
import { loadLate } from '../loading/load-late.ts';
import { plainPath } from './plain-path.ts';

type LoadPage = () => Promise<{ readonly default: ComponentType }>;

const loads = {
  home: () => loadLate(() => import('../pages/home-page.tsx')),
  contact: () => loadLate(() => import('../pages/contact-page.tsx')),
  privacy: () => loadLate(() => import('../pages/legal/privacy-page.tsx')),
  terms: () => loadLate(() => import('../pages/legal/terms-page.tsx')),
  accessibility: () => loadLate(() => import('../pages/legal/accessibility-page.tsx')),
  'not-found': () => loadLate(() => import('../pages/not-found-page.tsx')),
} satisfies Record<string, LoadPage>;

export type PageName = keyof typeof loads;

const byPath: Readonly<Record<string, PageName>> = {
  '/': 'home',
  '/contact': 'contact',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/accessibility': 'accessibility',
};

/** Which page stands at a path. */
export function pageAt(path: string): PageName {
  return byPath[plainPath(path)] ?? 'not-found';
}

const arrived = new Set<PageName>();

/** A page's code; what has arrived once is there. */
export async function loadPage(name: PageName) {
  const page = await loads[name]();
  arrived.add(name);
  return page;
}

/** True when the page can be shown at once. */
export function hasPage(name: PageName): boolean {
  return arrived.has(name);
}
