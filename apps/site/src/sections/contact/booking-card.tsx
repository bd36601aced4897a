import { brand } from '@kindling/protocol/brand';
import { Mail, Phone } from 'lucide-react';
import { CallButton } from '../../voice/call-button.tsx';
import type { Service } from './service-of-interest.ts';

/** The ways to a demo: by mail, by phone, and the agent for what cannot wait. */
export function BookingCard({ service }: { readonly service: Service | null }) {
  return (
    <section
      aria-labelledby="booking-title"
      className="min-w-0 self-start rounded-3xl bg-oat p-6 sm:p-10"
    >
      <h2 id="booking-title" className="h-medium">
        Book a demo
      </h2>
      {service ? (
        <p className="mt-4">
          You asked about <strong>{service}</strong>. We will prepare that.
        </p>
      ) : null}
      <p className="mt-4 text-bark">
        Write or call us with two or three times that suit you, in your own time zone. A demo is a
        call of 30 minutes with a person.
      </p>
      <div className="mt-8 grid grid-cols-1 gap-3.5">
        <a className="button button-ember" href={demoMail(service)}>
          <Mail size={20} aria-hidden="true" />
          Write to {brand.email}
        </a>
        <a className="button button-line" href={brand.phoneHref}>
          <Phone size={20} aria-hidden="true" />
          Call {brand.phone}
        </a>
      </div>
      <h3 className="mt-12 border-t-2 border-ink pt-8 font-display text-xl">A question first?</h3>
      <p className="mt-3 text-bark">Our AI agent answers at any hour, in your browser.</p>
      <p className="mt-5 grid grid-cols-1">
        <CallButton />
      </p>
    </section>
  );
}

function demoMail(service: Service | null): string {
  const subject = service ? `Demo call: ${service}` : 'Demo call';
  const body = 'Times that suit me:\n\nOur engagement goals:\n';
  return `mailto:${brand.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
