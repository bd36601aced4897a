import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';
import ContactPage from './pages/contact-page.tsx';
import NotFoundPage from './pages/not-found-page.tsx';
import { WithPrerenderedParts } from './prerendered.tsx';
import Features from './sections/home/features.tsx';
import Principles from './sections/home/principles.tsx';

export { headTags, pages } from './pages/page-heads.ts';

const parts = {
  contact: ContactPage,
  features: Features,
  'not-found': NotFoundPage,
  principles: Principles,
};

/** The HTML of one page, ready to be hydrated. */
export function render(path: string): string {
  return renderToString(
    <WithPrerenderedParts parts={parts}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </WithPrerenderedParts>,
  );
}
