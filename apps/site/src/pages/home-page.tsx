import { lazy } from 'react';
import { CallToAction } from '../sections/home/call-to-action.tsx';
import { Customization } from '../sections/home/customization.tsx';
import { Hero } from '../sections/home/hero.tsx';
import { SiteFooter } from '../sections/layout/site-footer.tsx';
import { SiteHeader } from '../sections/layout/site-header.tsx';
import { Testimonials } from '../sections/testimonials/testimonials.tsx';
import { StaticIsland } from '../ui/prerender/static-island.tsx';

const Principles = lazy(() => import('../sections/home/principles.tsx'));
const Features = lazy(() => import('../sections/home/features.tsx'));

export default function HomePage() {
  return (
    <>
      <a href="#main" className="skip-link button button-ember">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main">
        <Hero />
        <StaticIsland name="principles" lazy={Principles} />
        <StaticIsland name="features" lazy={Features} />
        <Testimonials perView={2} />
        <CallToAction />
        <Customization />
      </main>
      <SiteFooter />
    </>
  );
}
