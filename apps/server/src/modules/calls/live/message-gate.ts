import { createRateLimit } from '@kindling/media/rate-limit';
import { TYPED_TURNS_BURST, TYPED_TURNS_PER_SECOND } from '@kindling/protocol/constants';
import type { ClientMessage } from '@kindling/protocol/messages';

/** Far more switches, signs of typing and mistakes than a page has reason to send. */
const OTHERS_PER_SECOND = 10;
const OTHERS_BURST = 30;

/** How many messages of its page a call takes. */
export interface MessageGate {
  /** `null`: a message that could not be read. */
  lets(message: ClientMessage | null): boolean;
}

export function createMessageGate(now: () => number): MessageGate {
  const turns = createRateLimit({
    perSecond: TYPED_TURNS_PER_SECOND,
    burst: TYPED_TURNS_BURST,
    now,
  });
  const others = createRateLimit({
    perSecond: OTHERS_PER_SECOND,
    burst: OTHERS_BURST,
    now,
  });
  return {
    lets(message) {
      if (message?.type === 'end-call') return true;
      const isTurn = message?.type === 'add-message' || message?.type === 'say';
      return isTurn ? turns() : others();
    },
  };
}
