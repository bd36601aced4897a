import { RoomError } from '@kindling/media/room-error';
import type { MeetingFeature } from './request-handlers.ts';

const refuse = (what: string) => () => {
  throw new RoomError('not_configured', `LiveKit carries this meeting: ${what}`);
};

/** Recordings need the packets of a meeting, which this server has not where LiveKit carries it. */
export function createRecordingRefusals(): MeetingFeature {
  const recording = refuse('recordings are not made in it.');
  return {
    handlers: {
      'start-recording': recording,
      'update-recording': recording,
      'stop-recording': recording,
    },
  };
}

/** The server sends nothing into a meeting that LiveKit carries. */
export function createPlayerRefusals(): MeetingFeature {
  const player = refuse('media cannot be played into it.');
  return {
    handlers: {
      'start-media-player': player,
      'update-media-player': player,
      'stop-media-player': player,
    },
  };
}
