import { brand } from '@kindling/protocol/brand';
import { type CSSProperties, useRef } from 'react';
import type { ServiceOfInterest } from '../../config/services.ts';
import type { ContactDraft } from '../../features/contact-form/use-contact-form.ts';
import twigs from '../../ui/art/twigs.svg';
import { InsteadOfScheduler } from './instead-of-scheduler.tsx';
import { useScheduler } from './use-scheduler.ts';

/** Booking a demo call: the calendar in its frame, or, when that fails to load, the contact form. */
export function Scheduler({ service }: { readonly service: ServiceOfInterest | null }) {
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const draft = useRef<ContactDraft['current']>(null);
  const { stage, isBooked, pageHeight, tryAgain } = useScheduler(box, service);
  const hasFailed = stage === 'failed';
  return (
    <section aria-labelledby="booking-title" className="booking">
      <h2 ref={title} id="booking-title" tabIndex={-1} className="h-medium">
        Book a demo
      </h2>
      <div className="booking-words">
        <p className={isBooked ? 'invisible' : 'text-bark'}>
          {service ? (
            <>
              You asked about <strong className="text-ink">{service}</strong>. We will prepare that.
            </>
          ) : (
            'Thirty minutes with a person, at a time that suits you.'
          )}
        </p>
        <p role="status" className="font-semibold">
          {isBooked ? 'Your demo call is booked. The details are in the calendar below.' : null}
        </p>
      </div>
      <p role="status" className="sr-only">
        {hasFailed ? 'The calendar could not be loaded. A contact form is here instead.' : null}
      </p>
      {hasFailed ? (
        <InsteadOfScheduler
          service={service}
          draft={draft}
          onTryAgain={() => {
            tryAgain();
            title.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      <div
        className={`booking-frame ${hasFailed ? 'hidden' : ''}`}
        style={pageHeight > 0 ? pageHeightStyle(pageHeight) : undefined}
        data-stage={stage}
        aria-busy={stage === 'loading'}
      >
        <div ref={box} className="booking-box" />
        {stage === 'loading' ? <Loading /> : null}
      </div>
    </section>
  );
}

function pageHeightStyle(height: number): CSSProperties {
  return { '--page-height': `${height}px` } as CSSProperties;
}

function Loading() {
  return (
    <div className="booking-loading">
      <img src={twigs} alt="" width="366" height="114" className="w-48 max-w-full" />
      <p className="script-only font-display text-xl">Bringing the calendar…</p>
      <noscript>
        <p>
          The calendar needs JavaScript. Please call{' '}
          <a className="link whitespace-nowrap" href={brand.phoneHref}>
            {brand.phone}
          </a>{' '}
          or write to{' '}
          <a className="link" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>
          .
        </p>
      </noscript>
    </div>
  );
}
