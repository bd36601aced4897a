import type { Booking, EventType, Slot } from '@kindling/protocol/scheduling';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { TakenNotice } from '../details/taken-notice.tsx';
import { When } from '../done/when.tsx';
import { SlotPicker } from '../picker/slot-picker.tsx';
import { usePicker } from '../picker/use-picker.ts';
import { describeFailure } from '../request/failure-strings.ts';
import type { BookingAccess } from '../request/scheduling-client.ts';
import { ZonePicker } from '../zones/zone-picker.tsx';
import { useReschedule } from './use-reschedule.ts';

interface ChangeTimeProps {
  readonly access: BookingAccess;
  readonly booking: Booking;
  readonly eventType: EventType | null;
  onDone(booking: Booking): void;
  onBack(): void;
  onOutdated(): void;
}

/** The same calendar again; the details are kept. */
export function ChangeTime(props: ChangeTimeProps) {
  const { booking, eventType, onBack } = props;
  const [timeZone, setTimeZone] = useState(booking.timeZone);
  const [slot, setSlot] = useState<Slot | null>(null);
  const picker = usePicker({ timeZone, eventType });
  const reschedule = useReschedule({ ...props, onTaken: picker.slots.reload });
  const choose = (next: Slot) => {
    reschedule.forget();
    setSlot(next);
  };
  return (
    <div className="change">
      <button type="button" className="quiet-button" onClick={onBack}>
        <ArrowLeft size={18} aria-hidden="true" />
        Keep the present time
      </button>
      <ZonePicker zone={timeZone} moment={slot?.startsAt ?? picker.moment} onChange={setTimeZone} />
      {slot ? (
        <section className="step done" aria-labelledby="move-title">
          <StepHeading id="move-title" focus key={slot.startsAt}>
            Move your call to this time?
          </StepHeading>
          <When booking={{ ...booking, ...slot, timeZone }} />
          {reschedule.taken ? (
            <TakenNotice
              taken={reschedule.taken}
              onChoose={choose}
              onSeeAll={() => setSlot(null)}
              timeZone={timeZone}
              picker={picker}
            />
          ) : null}
          {reschedule.failure ? (
            <Notice focus>{describeFailure(reschedule.failure.error, timeZone, new Date())}</Notice>
          ) : null}
          <div className="manage-actions">
            <button
              type="button"
              className="button button-ember"
              aria-disabled={reschedule.busy}
              aria-busy={reschedule.busy}
              onClick={() => void reschedule.move({ startsAt: slot.startsAt, timeZone })}
            >
              {reschedule.busy ? 'Moving…' : 'Move the call'}
            </button>
            <button type="button" className="button button-line" onClick={() => setSlot(null)}>
              Choose a different time
            </button>
          </div>
        </section>
      ) : (
        <SlotPicker picker={picker} focus onChoose={choose} />
      )}
    </div>
  );
}
