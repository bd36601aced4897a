import { RoomError } from '@kindling/media/room-error';
import type { MeetingFeature } from './request-handlers.ts';

/** What needs the packets of a meeting, or sends some, is refused where LiveKit carries it. */
export function createLivekitRefusals(): MeetingFeature {
  const refuse = (what: string) => () => {
    throw new RoomError('not_configured', `LiveKit carries this meeting: ${what}`);
  };
  const recording = refuse('recordings are not made in it.');
  const player = refuse('media cannot be played into it.');
  return {
    handlers: {
      'start-recording': recording,
      'update-recording': recording,
      'stop-recording': recording,
      'start-media-player': player,
      'update-media-player': player,
      'stop-media-player': player,
    },
  };
}
