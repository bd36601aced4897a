import { lazy } from 'react';
import { StaticIsland } from '../../ui/prerender/static-island.tsx';

const SocialList = lazy(() => import('./social-list.tsx'));

/** Links to the four networks, each in a new tab; drawn once, when the page is built. */
export function SocialLinks() {
  return <StaticIsland name="social" lazy={SocialList} />;
}
