import type { Slot } from '@kindling/protocol/scheduling';
import { ArrowLeft } from 'lucide-react';
import { dateIn } from '../calendar/civil-date.ts';
import { dayLabel, spanLabel, zoneLabel } from '../calendar/labels.ts';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import type { Picker } from '../picker/use-picker.ts';
import { isWorthRetrying } from '../request/booking-request-error.ts';
import { describeFailure } from '../request/failure-strings.ts';
import { BookingForm } from './booking-form.tsx';
import { TakenNotice } from './taken-notice.tsx';
import type { BookingFlow } from './use-booking-flow.ts';

interface DetailsStepProps {
  readonly flow: BookingFlow;
  readonly slot: Slot;
  readonly timeZone: string;
  readonly picker: Picker;
}

/** The step after choosing a time: the visitor's details. */
export function DetailsStep({ flow, slot, timeZone, picker }: DetailsStepProps) {
  const submit = () => void flow.submit(timeZone);
  const retry = flow.failure !== null && isWorthRetrying(flow.failure.error);
  return (
    <section className="step" aria-labelledby="details-title">
      <button type="button" className="quiet-button" onClick={flow.leaveSlot}>
        <ArrowLeft size={18} aria-hidden="true" />
        Choose a different time
      </button>
      <StepHeading id="details-title" focus key={slot.startsAt}>
        {spanLabel(slot, timeZone)}
      </StepHeading>
      <p className="step-note">
        {dayLabel(dateIn(timeZone, new Date(slot.startsAt)), { year: true })},{' '}
        {zoneLabel(timeZone, slot.startsAt)} time
      </p>
      {flow.taken ? (
        <TakenNotice
          taken={flow.taken}
          timeZone={timeZone}
          picker={picker}
          onChoose={flow.chooseSlot}
          onSeeAll={flow.leaveSlot}
        />
      ) : null}
      <BookingForm
        draft={flow.draft}
        refused={flow.refused}
        submitting={flow.submitting}
        buttonText={buttonText(flow.submitting, retry)}
        onChange={flow.setDraft}
        onSubmit={submit}
      />
      {flow.failure ? (
        <Notice focus>
          {describeFailure(flow.failure.error, timeZone, new Date())}
          {retry ? ' You will not be booked twice.' : null}
        </Notice>
      ) : null}
    </section>
  );
}

function buttonText(submitting: boolean, retry: boolean): string {
  if (submitting) return 'Booking…';
  return retry ? 'Try again' : 'Book the call';
}
