import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { NOT_FOUND_TITLE, pageAt, pageTitles } from './page-titles.ts';

/**
 * Keeps the title, and the canonical address that share sheets take, in step when the visitor moves
 * between pages without a load.
 */
export function usePageHead(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const page = pageAt(pathname);
    document.title = page ? pageTitles[page] : NOT_FOUND_TITLE;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical && page) canonical.href = new URL(page, canonical.href).href;
  }, [pathname]);
}
