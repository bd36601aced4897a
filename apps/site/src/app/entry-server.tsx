import { brand } from '@kindling/protocol/brand';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import ContactPage from '../pages/contact-page.tsx';
import HomePage from '../pages/home-page.tsx';
import AccessibilityPage from '../pages/legal/accessibility-page.tsx';
import PrivacyPage from '../pages/legal/privacy-page.tsx';
import TermsPage from '../pages/legal/terms-page.tsx';
import NotFoundPage from '../pages/not-found-page.tsx';
import Features from '../sections/home/features.tsx';
import Principles from '../sections/home/principles.tsx';
import SocialList from '../sections/layout/social-list.tsx';
import BestScore from '../sections/product-pictures/best-score.tsx';
import { WithPrerenderedComponents } from '../ui/prerender/prerendered.tsx';
import { App } from './app.tsx';

export { pages } from '../pages/page-heads.ts';
export { headTags } from './head/head-tags.ts';
export { siteFiles } from './head/site-files.ts';
export { socialCards } from './head/social-cards.ts';
export const brandName = brand.name;

const components = {
  'best-score': BestScore,
  social: SocialList,
  contact: ContactPage,
  features: Features,
  home: HomePage,
  'not-found': NotFoundPage,
  principles: Principles,
  accessibility: AccessibilityPage,
  privacy: PrivacyPage,
  terms: TermsPage,
};

/** The HTML of one page, ready to be hydrated. */
export function render(path: string): string {
  return renderToString(
    <WithPrerenderedComponents components={components}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </WithPrerenderedComponents>,
  );
}
