import { DEMO_CALL_MINUTES } from '@kindling/protocol/constants';
import { schedulingPaths } from '@kindling/protocol/scheduling-paths';
import { CallFacts } from '../components/call-facts.tsx';
import { Notice } from '../components/notice.tsx';
import { ContactWays, PageFrame } from '../components/page-frame.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { describeFailure } from '../request/failure-strings.ts';
import type { BookingAccess } from '../request/scheduling-client.ts';
import { useEventType } from '../use-event-type.ts';
import { ManagedCall } from './managed-call.tsx';
import { type ManagedBooking, useManagedBooking } from './use-managed-booking.ts';

interface ManagePageProps {
  /** Null when the link is incomplete; `unknown` while prerendering. */
  readonly access: BookingAccess | null | 'unknown';
}

/** Shows a booking to anyone with its secret link. Opening it changes nothing. */
export function ManagePage({ access }: ManagePageProps) {
  const known = access === 'unknown' ? null : access;
  const managed = useManagedBooking(known);
  const eventType = useEventType();
  const summary = (
    <>
      <h1 className="summary-title">
        {managed.booking?.title ??
          eventType.value?.title ??
          `${DEMO_CALL_MINUTES}-minute demo call`}
      </h1>
      <CallFacts eventType={eventType.value} />
    </>
  );
  return <PageFrame summary={summary}>{content()}</PageFrame>;

  function content() {
    if (access === null || managed.state === 'missing') return <Missing />;
    if (managed.state === 'failed') return <Failed managed={managed} />;
    if (!managed.booking || !known) return <p role="status">Looking for your booking…</p>;
    return (
      <ManagedCall
        access={known}
        booking={managed.booking}
        eventType={eventType.value}
        onChange={managed.replace}
        onOutdated={managed.reload}
      />
    );
  }
}

function Missing() {
  return (
    <section className="step">
      <StepHeading focus>This link does not open a booking.</StepHeading>
      <p>
        It may have been cut off on the way. Use the whole link from your confirmation, or{' '}
        <ContactWays />
      </p>
      <p>
        <a className="button button-line" href={schedulingPaths.demoPage}>
          Book a new call
        </a>
      </p>
    </section>
  );
}

function Failed({ managed }: { readonly managed: ManagedBooking }) {
  return (
    <section className="step">
      <Notice
        action={
          <button type="button" className="button button-line" onClick={managed.reload}>
            Try again
          </button>
        }
      >
        {describeFailure(managed.error, 'UTC', new Date())}
      </Notice>
    </section>
  );
}
