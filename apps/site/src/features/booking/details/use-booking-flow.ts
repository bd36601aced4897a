import type { BookingCreated, Slot, WidgetMessage } from '@kindling/protocol/scheduling';
import { schedulingPaths } from '@kindling/protocol/scheduling-paths';
import { useMemo, useState } from 'react';
import type { BookingQuery } from '../booking-query.ts';
import { createBookingIntents } from '../request/booking-intents.ts';
import { isBookingRequestError } from '../request/booking-request-error.ts';
import { createBooking } from '../request/scheduling-client.ts';
import { type Draft, type DraftErrors, emptyDraft, serverErrors } from './draft.ts';

/** From a chosen time to a booking. What was typed is kept until the page is left. */
export interface BookingFlow {
  readonly slot: Slot | null;
  readonly draft: Draft;
  readonly submitting: boolean;
  readonly refused: DraftErrors;
  /** The start of the slot that someone else booked first. */
  readonly taken: string | null;
  readonly failure: Failure | null;
  readonly booking: BookingCreated | null;
  chooseSlot(slot: Slot): void;
  leaveSlot(): void;
  setDraft(draft: Draft): void;
  submit(timeZone: string): Promise<void>;
}

/** Each failure is a new object, so that the same one twice is announced twice. */
export interface Failure {
  readonly error: unknown;
}

interface BookingFlowOptions {
  readonly query: BookingQuery;
  post(message: WidgetMessage): void;
  /** The calendar shown is out of date. */
  onTaken(): void;
}

export function useBookingFlow({ query, post, onTaken }: BookingFlowOptions): BookingFlow {
  const intents = useMemo(() => createBookingIntents(createBooking), []);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(query));
  const [submitting, setSubmitting] = useState(false);
  const [refused, setRefused] = useState<DraftErrors>({});
  const [taken, setTaken] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [booking, setBooking] = useState<BookingCreated | null>(null);

  function forget() {
    setRefused({});
    setTaken(null);
    setFailure(null);
  }

  function refuse(error: unknown, startsAt: string) {
    const known = isBookingRequestError(error) ? error : null;
    const fields = serverErrors(known?.fields ?? []);
    if (known?.code === 'slot_taken') {
      setTaken(startsAt);
      onTaken();
    } else if (Object.keys(fields).length > 0) setRefused(fields);
    else setFailure({ error });
  }

  return {
    slot,
    draft,
    submitting,
    refused,
    taken,
    failure,
    booking,
    setDraft,
    chooseSlot(next) {
      forget();
      setSlot(next);
      post({ event: 'calendly.date_and_time_selected', payload: {} });
    },
    leaveSlot() {
      forget();
      setSlot(null);
    },
    async submit(timeZone) {
      if (!slot) return;
      forget();
      setSubmitting(true);
      try {
        const made = await intents.book({
          ...draft,
          startsAt: slot.startsAt,
          timeZone,
          utm: { ...query.utm },
        });
        setBooking(made);
        post(scheduled(made.id));
      } catch (error) {
        refuse(error, slot.startsAt);
      } finally {
        setSubmitting(false);
      }
    },
  };
}

/** Holds the booking and nothing about the visitor; the addresses need the secret. */
function scheduled(id: string): WidgetMessage {
  const uri = new URL(schedulingPaths.booking(id), window.location.href).href;
  return {
    event: 'calendly.event_scheduled',
    payload: { event: { uri }, invitee: { uri: `${uri}#invitee` } },
  };
}
