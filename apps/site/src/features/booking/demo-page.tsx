import { DEMO_CALL_MINUTES } from '@kindling/protocol/constants';
import type { WidgetMessage } from '@kindling/protocol/scheduling';
import { useEffect, useState } from 'react';
import { type BookingQuery, readBookingQuery } from './booking-query.ts';
import { CallFacts } from './components/call-facts.tsx';
import { Notice } from './components/notice.tsx';
import { PageFrame } from './components/page-frame.tsx';
import { DetailsStep } from './details/details-step.tsx';
import { useBookingFlow } from './details/use-booking-flow.ts';
import { Confirmation } from './done/confirmation.tsx';
import { SlotPicker } from './picker/slot-picker.tsx';
import { usePicker } from './picker/use-picker.ts';
import { describeFailure } from './request/failure-strings.ts';
import { type LoadedEventType, useEventType } from './use-event-type.ts';
import { usePageHeight } from './use-page-height.ts';
import { ZonePicker } from './zones/zone-picker.tsx';

/** What is only known in a browser. */
export interface DemoStart {
  readonly query: BookingQuery;
  readonly timeZone: string;
  post(message: WidgetMessage): void;
}

const nowhere: Omit<DemoStart, 'timeZone'> = { query: readBookingQuery(''), post() {} };

/** The page that books the demo call. Without a start it is the prerendered shell. */
export function DemoPage({ start }: { readonly start: DemoStart | null }) {
  const { query, post } = start ?? nowhere;
  const [timeZone, setTimeZone] = useState(start?.timeZone ?? null);
  const eventType = useEventType();
  const picker = usePicker({ timeZone, eventType: eventType.value, firstDate: query.date });
  const flow = useBookingFlow({ query, post, onTaken: picker.slots.reload });
  const [touched, setTouched] = useState(false);
  const viewed = eventType.value !== null;
  useEffect(() => {
    if (viewed) post({ event: 'calendly.event_type_viewed', payload: {} });
  }, [viewed, post]);
  usePageHeight(post);

  const { slot, booking } = flow;
  const summary = (
    <>
      <h1 className="summary-title">
        {eventType.value?.title ?? `${DEMO_CALL_MINUTES}-minute demo call`}
      </h1>
      <CallFacts eventType={eventType.value} />
      {booking ? null : (
        <ZonePicker
          zone={timeZone}
          moment={slot?.startsAt ?? picker.moment}
          onChange={setTimeZone}
        />
      )}
      <p className="summary-text">{eventType.value?.description}</p>
    </>
  );
  return <PageFrame summary={summary}>{step()}</PageFrame>;

  function step() {
    if (booking) return <Confirmation booking={booking} />;
    if (eventType.error !== null) return <Unavailable eventType={eventType} />;
    if (slot && timeZone)
      return <DetailsStep flow={flow} slot={slot} timeZone={timeZone} picker={picker} />;
    return (
      <SlotPicker
        picker={picker}
        focus={touched}
        onChoose={(chosen) => {
          setTouched(true);
          flow.chooseSlot(chosen);
        }}
      />
    );
  }
}

function Unavailable({ eventType }: { readonly eventType: LoadedEventType }) {
  return (
    <section className="step">
      <Notice
        action={
          <button type="button" className="button button-line" onClick={eventType.reload}>
            Try again
          </button>
        }
      >
        {describeFailure(eventType.error, 'UTC', new Date())}
      </Notice>
    </section>
  );
}
