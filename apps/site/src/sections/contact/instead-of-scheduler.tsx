import { brand } from '@kindling/protocol/brand';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ServiceOfInterest } from '../../config/services.ts';
import type { ContactFormProps } from '../../features/contact-form/contact-form.tsx';
import type { ContactDraft } from '../../features/contact-form/use-contact-form.ts';
import { loadLazy } from '../../ui/loading/load-lazy.ts';

/** When even the form's code cannot be loaded, phone and mail above it remain. */
const ContactForm = lazy(
  (): Promise<{ default: ComponentType<ContactFormProps> }> =>
    loadLazy(() => import('../../features/contact-form/contact-form.tsx')).catch(
      (error: unknown) => {
        console.error('The contact form could not be loaded', error);
        return { default: () => null };
      },
    ),
);

interface InsteadOfSchedulerProps {
  readonly service: ServiceOfInterest | null;
  readonly draft: ContactDraft;
  readonly onTryAgain: () => void;
}

/** Says that the calendar could not be loaded, and offers the alternatives. */
export function InsteadOfScheduler({ service, draft, onTryAgain }: InsteadOfSchedulerProps) {
  return (
    <div className="booking-instead">
      <h3 className="font-display text-2xl">The calendar did not load</h3>
      <p className="mt-3">
        Tell us here what you need and we write back with times. Or call{' '}
        <a className="link whitespace-nowrap" href={brand.phoneHref}>
          {brand.phone}
        </a>
        , or write to{' '}
        <a className="link" href={`mailto:${brand.email}`}>
          {brand.email}
        </a>
        .
      </p>
      <p className="mt-2 mb-7">
        <button type="button" className="link py-1 font-semibold" onClick={onTryAgain}>
          Try the calendar again
        </button>
      </p>
      <Suspense fallback={<p className="text-bark">Bringing the form…</p>}>
        <ContactForm service={service} draft={draft} />
      </Suspense>
    </div>
  );
}
