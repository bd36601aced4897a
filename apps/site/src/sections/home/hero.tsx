import { brand } from '@kindling/protocol/brand';
import { lazy } from 'react';
import { CallButton } from '../../features/call/call-button.tsx';
import fire from '../../ui/art/fire.svg';
import { PageLink } from '../../ui/navigation/page-link.tsx';
import { StaticIsland } from '../../ui/prerender/static-island.tsx';

const BestScore = lazy(() => import('../product-pictures/best-score.tsx'));

/** What rises from the fire: a letter, a sum, a half, a line of code, and the question itself. All in the display face. */
const sparks = ['a', '+', '?', '½', '{ }', '&', '÷'] as const;

export function Hero() {
  return (
    <section className="relative overflow-clip">
      <div className="shell grid gap-x-12 gap-y-12 py-10 lg:grid-cols-[1.12fr_1fr] lg:items-center lg:py-14">
        <div className="max-w-2xl">
          <p className="mb-6 font-semibold text-ember">The AI learning platform for schools</p>
          <h1 className="h-huge">{brand.promise}</h1>
          <p className="lede mt-7 max-w-[34rem] text-bark">
            Kindling gives every student a tutor that asks back, teaches them to put a good question
            into words, and keeps their teachers close by. Safe for the classroom, from the first
            spark on.
          </p>
          <div className="mt-9 flex flex-wrap gap-3.5 max-sm:grid">
            <CallButton className="noscript:hidden" />
            <PageLink className="button button-line" to="/contact">
              Book a demo
            </PageLink>
          </div>
          <p className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-bark">
            <strong className="inline-flex items-center gap-2.5 font-semibold text-ink">
              <span className="live-dot" aria-hidden="true" />
              Available 24/7
            </strong>
            <span className="noscript:hidden">
              Talk in your browser. You will be speaking with an AI, not a person.
            </span>
          </p>
          <noscript>
            <p className="mt-3 text-bark">
              The voice call needs JavaScript, which is off in your browser. Everything else on this
              page reads without it.
            </p>
          </noscript>
        </div>
        <div className="print-frame">
          <img
            src={fire}
            width="720"
            height="900"
            className="print"
            alt="A woodcut of a fire burning on a few crossed twigs."
          />
          <div className="sparks" aria-hidden="true">
            {sparks.map((spark) => (
              <span key={spark}>{spark}</span>
            ))}
          </div>
          <StaticIsland name="best-score" lazy={BestScore} />
        </div>
      </div>
    </section>
  );
}
