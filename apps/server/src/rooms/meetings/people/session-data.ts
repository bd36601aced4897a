import { RoomError } from '@kindling/media/room-error';
import { SESSION_DATA_MAX_CHARACTERS } from '@kindling/protocol/constants';
import { isFields } from '../../../platform/errors/is-fields.ts';
import type { MeetingContext, MeetingFeature } from '../request-handlers.ts';

export interface SessionData extends MeetingFeature {
  /** Undefined until it is first set. */
  readonly data: unknown;
}

export interface SessionDataOptions {
  /** As it was on another node. @default not set */
  readonly before?: unknown;
  readonly onChanged?: () => void;
}

/** One JSON value that everybody in a meeting sees and may change. */
export function createSessionData(
  { room }: MeetingContext,
  { before, onChanged = () => {} }: SessionDataOptions = {},
): SessionData {
  let data: unknown = before;
  return {
    get data() {
      return data;
    },
    handlers: {
      'set-session-data': ({ params }) => {
        const next = params.mergeStrategy === 'replace' ? params.data : merge(data, params.data);
        if ((JSON.stringify(next)?.length ?? 0) > SESSION_DATA_MAX_CHARACTERS)
          throw new RoomError(
            'bad_request',
            'data: at most 100 KB of JSON, what was there included.',
          );
        data = next ?? null;
        room.send({ type: 'session-data', data });
        onChanged();
      },
    },
    // Who joins at once finds it in the answer.
    onMemberEntered(member, from) {
      if (from === 'lobby' && data !== undefined)
        room.send({ type: 'session-data', data }, member.sessionId);
    },
  };
}

function merge(before: unknown, change: unknown): unknown {
  if (isFields(before ?? {}) && isFields(change)) return { ...(before ?? {}), ...change };
  throw new RoomError('bad_request', 'data: only objects can be merged; use "replace".');
}
