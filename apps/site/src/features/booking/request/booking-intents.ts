import type { BookingCreate, BookingCreated } from '@kindling/protocol/scheduling';
import { isBookingRequestError } from './booking-request-error.ts';

type Create = (body: BookingCreate, idempotencyKey: string) => Promise<BookingCreated>;

interface Intent {
  readonly body: BookingCreate;
  readonly key: string;
}

export interface BookingIntents {
  /** Books once, however often it is pressed: the same details use the same idempotency key. */
  book(body: BookingCreate): Promise<BookingCreated>;
}

/**
 * Gives every intent to book its idempotency key. An attempt without an answer is remembered: if its slot is
 * then rejected as taken, that very attempt may have taken it, so it is repeated first.
 */
export function createBookingIntents(
  create: Create,
  newKey: () => string = randomKey,
): BookingIntents {
  const intents = new Map<string, Intent>();
  let unanswered: Intent | null = null;

  async function attempt(intent: Intent): Promise<BookingCreated> {
    try {
      return await create(intent.body, intent.key);
    } catch (error) {
      if (isBookingRequestError(error) && !error.outcomeKnown) unanswered = intent;
      if (isBookingRequestError(error) && error.code === 'idempotency_mismatch') {
        intents.delete(JSON.stringify(intent.body));
      }
      throw error;
    }
  }

  return {
    async book(body) {
      const id = JSON.stringify(body);
      const intent = intents.get(id) ?? { body, key: newKey() };
      intents.set(id, intent);
      try {
        return await attempt(intent);
      } catch (error) {
        const earlier = unanswered;
        const refused = isBookingRequestError(error) && error.code === 'slot_taken';
        if (!refused || !earlier || earlier === intent || earlier.body.startsAt !== body.startsAt) {
          throw error;
        }
        unanswered = null;
        return attempt(earlier);
      }
    },
  };
}

/** 128 random bits. Not `randomUUID`, which pages without TLS do not have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
