import { type MouseEvent, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Logo } from '../layout/logo.tsx';
import { SmallFooter } from '../layout/small-footer.tsx';
import { BookingCard } from '../sections/contact/booking-card.tsx';
import { serviceOfInterest } from '../sections/contact/service-of-interest.ts';
import { Testimonials } from '../sections/testimonials.tsx';

const benefits = [
  'Boost daily student participation',
  'Spark curiosity through AI literacy',
  'Increase classroom dialogue and inquiry',
  'Motivate independent problem-solving',
] as const;

export default function ContactPage() {
  const { state } = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <header className="shell py-5">
        <HomeLogo />
      </header>
      <main>
        <div className="shell grid gap-x-16 gap-y-12 py-10 lg:grid-cols-2 lg:py-16">
          <div>
            <h1 className="h-large">Thirty minutes, and your own questions.</h1>
            <ul className="mt-10 border-t-2 border-ink">
              {benefits.map((benefit) => (
                <li key={benefit} className="flex items-center gap-4 border-b-2 border-ink py-4">
                  <svg
                    viewBox="0 0 24 24"
                    width="24"
                    height="24"
                    className="flex-none text-ember"
                    aria-hidden="true"
                  >
                    <path
                      fill="currentColor"
                      d="M12 23c-5 0-8-4-7-9 .6-3 3-4 3.400-8 1.600 1.200 2.600 3 2.600 4.800C12.600 8.600 13 5 11.600 1c5 3 8.600 8 7.800 13.600C18.800 19.600 16 23 12 23z"
                    />
                  </svg>
                  <span className="font-display text-xl leading-snug">{benefit}</span>
                </li>
              ))}
            </ul>
            <h2 className="h-medium mt-12">How can we help?</h2>
            <p className="mt-4 max-w-lg text-bark">
              Book a 30 minute call with an expert and describe your engagement goals: which grades,
              which subjects, what you would like to see more of. We show you what fits, and say
              plainly what does not.
            </p>
          </div>
          <BookingCard service={serviceOfInterest(state)} />
        </div>
        <Testimonials />
      </main>
      <SmallFooter />
    </>
  );
}

function HomeLogo() {
  const navigate = useNavigate();
  function goHome(event: MouseEvent) {
    event.preventDefault();
    void navigate('/', { replace: true });
    window.scrollTo(0, 0);
  }
  return (
    <a href="/" onClick={goHome} aria-label="Kindling, home" className="inline-block py-2">
      <Logo />
    </a>
  );
}
