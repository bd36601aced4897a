import { DEMO_CALL_MINUTES } from '@kindling/protocol/constants';
import type { EventType } from '@kindling/protocol/scheduling';
import { Clock, MapPin, UserRound } from 'lucide-react';

/** How long, with whom and where; the lines are laid out before their values are known. */
export function CallFacts({ eventType }: { readonly eventType: EventType | null }) {
  return (
    <ul className="facts">
      <li>
        <Clock size={19} aria-hidden="true" />
        {eventType?.durationMinutes ?? DEMO_CALL_MINUTES} minutes
      </li>
      <li>
        <UserRound size={19} aria-hidden="true" />
        <span className="sr-only">With </span>
        {eventType?.hostName ?? <span className="waiting" />}
      </li>
      <li>
        <MapPin size={19} aria-hidden="true" />
        <span className="sr-only">Where: </span>
        {eventType?.location ?? <span className="waiting" />}
      </li>
    </ul>
  );
}
