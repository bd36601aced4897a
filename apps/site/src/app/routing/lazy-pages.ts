import type { ComponentType } from 'react';
import { loadLazy } from '../../ui/loading/load-lazy.ts';
import { plainPath } from '../../ui/navigation/plain-path.ts';

/** Loads a page; `recover` is called when its chunk no longer exists. */
type LoadPage = (recover?: () => Promise<void>) => Promise<{ readonly default: ComponentType }>;

const loads = {
  home: (recover) => loadLazy(() => import('../../pages/home-page.tsx'), recover),
  contact: (recover) => loadLazy(() => import('../../pages/contact-page.tsx'), recover),
  privacy: (recover) => loadLazy(() => import('../../pages/legal/privacy-page.tsx'), recover),
  terms: (recover) => loadLazy(() => import('../../pages/legal/terms-page.tsx'), recover),
  accessibility: (recover) =>
    loadLazy(() => import('../../pages/legal/accessibility-page.tsx'), recover),
  'not-found': (recover) => loadLazy(() => import('../../pages/not-found-page.tsx'), recover),
} satisfies Record<string, LoadPage>;

export type PageName = keyof typeof loads;

/** The page at a path. */
export function pageAt(path: string): PageName {
  const name = plainPath(path).slice(1) || 'home';
  return path !== '/home' && Object.hasOwn(loads, name) ? (name as PageName) : 'not-found';
}

/** Loads a page's code; `recover` is called when it no longer exists. */
export function loadPage(name: PageName, recover?: () => Promise<void>) {
  return loads[name](recover);
}
