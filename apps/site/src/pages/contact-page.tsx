import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { CallButton } from '../features/call/call-button.tsx';
import { Benefits } from '../sections/contact/benefits.tsx';
import { Scheduler } from '../sections/contact/scheduler.tsx';
import { serviceOfInterest } from '../sections/contact/service-of-interest.ts';
import { SmallFooter } from '../sections/layout/small-footer.tsx';
import { Testimonials } from '../sections/testimonials/testimonials.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/navigation/page-link.tsx';

// Scrolling returns a promise in newer browsers, which an effect must not return.
function scrollUp(): void {
  window.scrollTo(0, 0);
}

/** Booking a demo call: why on the left, the calendar on the right. */
export default function ContactPage() {
  const { state } = useLocation();
  // A reload keeps the navigation's state, which the prerendered page cannot know.
  const isPrerendered = useSyncExternalStore(
    noChange,
    () => false,
    () => true,
  );
  useEffect(scrollUp, []);
  return (
    <>
      <a href="#main" className="skip-link button button-ember">
        Skip to content
      </a>
      <header className="shell py-5">
        <PageLink
          to="/"
          replace
          onClick={scrollUp}
          aria-label="Kindling, home"
          className="inline-block py-2"
        >
          <Logo />
        </PageLink>
      </header>
      <main id="main">
        <div className="shell grid gap-x-16 gap-y-14 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-14">
          <div>
            <h1 className="h-large">Thirty minutes, and your own questions.</h1>
            <div className="mt-10">
              <Benefits />
            </div>
            <h2 className="h-medium mt-12">How can we help?</h2>
            <p className="mt-4 max-w-lg text-bark">
              Book a 30 minute call with an expert and describe your engagement goals: which grades,
              which subjects, what you would like to see more of. We show you what fits, and say
              plainly what does not.
            </p>
            <p className="mt-8 font-semibold">
              A question first? Our AI agent answers at any hour.
            </p>
            <p className="mt-3 max-sm:grid">
              <CallButton />
            </p>
          </div>
          <Scheduler service={isPrerendered ? null : serviceOfInterest(state)} />
        </div>
        <Testimonials perView={1} />
      </main>
      <SmallFooter />
    </>
  );
}

const noChange = () => () => {};
