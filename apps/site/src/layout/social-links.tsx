import { lazy } from 'react';
import { KeptSection } from '../kept-section.tsx';
import { loadLate } from '../loading/load-late.ts';

const SocialList = lazy(() => loadLate(() => import('./social-list.tsx')));

/** Links to the four networks, each in a new tab; drawn once, when the page is built. */
export function SocialLinks() {
  return <KeptSection name="social" late={SocialList} />;
}
