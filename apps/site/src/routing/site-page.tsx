import { lazy } from 'react';
import { useLocation } from 'react-router';
import { KeptSection } from '../kept-section.tsx';
import { LatePage } from '../late-page.tsx';
import { plainPath } from './plain-path.ts';

const HomePage = lazy(() => import('../pages/home-page.tsx'));
const ContactPage = lazy(() => import('../pages/contact-page.tsx'));
const NotFoundPage = lazy(() => import('../pages/not-found-page.tsx'));
const PrivacyPage = lazy(() => import('../pages/legal/privacy-page.tsx'));
const TermsPage = lazy(() => import('../pages/legal/terms-page.tsx'));
const AccessibilityPage = lazy(() => import('../pages/legal/accessibility-page.tsx'));

/**
 * The page at the current address. Six fixed paths need no matcher: React Router's `Routes` would be
 * 4 kB of the first load.
 */
export function SitePage() {
  const { pathname } = useLocation();
  switch (plainPath(pathname)) {
    case '/':
      return <LatePage name="home" late={HomePage} />;
    case '/contact':
      return <LatePage name="contact" late={ContactPage} />;
    case '/privacy':
      return <KeptSection key="privacy" name="privacy" late={PrivacyPage} />;
    case '/terms':
      return <KeptSection key="terms" name="terms" late={TermsPage} />;
    case '/accessibility':
      return <KeptSection key="accessibility" name="accessibility" late={AccessibilityPage} />;
    default:
      return <LatePage name="not-found" late={NotFoundPage} />;
  }
}
