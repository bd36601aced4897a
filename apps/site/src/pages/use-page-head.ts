import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { headOf } from './page-heads.ts';

/** Keeps title and description in step when the visitor moves between pages without a load. */
export function usePageHead(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const head = headOf(pathname);
    document.title = head.title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
  }, [pathname]);
}
