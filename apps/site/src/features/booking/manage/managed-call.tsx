import type { Booking, EventType } from '@kindling/protocol/scheduling';
import { useState } from 'react';
import type { BookingAccess } from '../request/scheduling-client.ts';
import { BookingView } from './booking-view.tsx';
import { CancelCall } from './cancel-call.tsx';
import { ChangeTime } from './change-time.tsx';

export interface ManagedCallProps {
  readonly access: BookingAccess;
  readonly booking: Booking;
  readonly eventType: EventType | null;
  onChange(booking: Booking): void;
  /** The booking is no longer what is shown. */
  onOutdated(): void;
}

type Mode = 'opened' | 'view' | 'move' | 'moved' | 'cancel' | 'cancelled';

/** A booking, looked at, moved or cancelled. */
export function ManagedCall({ onChange, ...props }: ManagedCallProps) {
  const [mode, setMode] = useState<Mode>('opened');
  const back = () => setMode('view');
  const finish = (done: 'moved' | 'cancelled') => (booking: Booking) => {
    onChange(booking);
    setMode(done);
  };
  if (mode === 'move') return <ChangeTime {...props} onDone={finish('moved')} onBack={back} />;
  if (mode === 'cancel')
    return <CancelCall {...props} onDone={finish('cancelled')} onBack={back} />;
  return (
    <BookingView
      key={mode}
      access={props.access}
      booking={props.booking}
      focus={mode !== 'opened'}
      change={mode === 'moved' || mode === 'cancelled' ? mode : null}
      onMove={() => setMode('move')}
      onCancel={() => setMode('cancel')}
    />
  );
}
