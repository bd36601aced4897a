import type { SentTrack } from '@kindling/protocol/room';
import { RoomError } from '../room-error.ts';
import type { Offer } from '../transport/sdp/parse-offer.ts';

/** A camera, a screen with sound and some custom tracks. */
const MAX_TRACKS = 12;

/** Reserved track names and their kind; null for names that no client may send. */
const RESERVED_NAMES: Readonly<Record<string, 'audio' | 'video' | null>> = {
  audio: 'audio',
  screenAudio: 'audio',
  video: 'video',
  screenVideo: 'video',
  rmpAudio: null,
  rmpVideo: null,
  '*': null,
};

/**
 * The tracks that an offer sends, with their names. Without `sends` that is the microphone alone.
 *
 * @throws RoomError `bad_request` when `sends` does not fit the offer.
 */
export function readSentTracks(
  offer: Offer,
  sends: readonly SentTrack[] | undefined,
  audioOn: boolean,
): SentTrack[] {
  const sending = offer.media.flatMap(({ stream }) =>
    stream !== null && (stream.direction === 'sendrecv' || stream.direction === 'sendonly')
      ? [stream]
      : [],
  );
  if (sends === undefined)
    return sending
      .filter((stream) => stream === offer.audio)
      .map(({ mid }) => ({ mid, name: 'audio', media: 'audio', on: audioOn }));
  if (sends.length > MAX_TRACKS) throw badSends(`at most ${MAX_TRACKS} tracks.`);
  if (new Set(sends.map(({ name }) => name)).size < sends.length)
    throw badSends('a name is there twice.');
  if (new Set(sends.map(({ mid }) => mid)).size < sends.length)
    throw badSends('a mid is there twice.');
  // An m-line that is not sent on at the moment remains in the list; its track does not exist.
  return sends.filter((track) => {
    checkTrack(offer, track);
    return sending.some((stream) => stream.mid === track.mid);
  });
}

function checkTrack(offer: Offer, { mid, media, name }: SentTrack): void {
  const section = offer.media.find((one) => one.mid === mid);
  if (section === undefined) throw badSends(`the offer has no m-line ${mid}.`);
  if (Object.hasOwn(RESERVED_NAMES, name) && RESERVED_NAMES[name] !== media)
    throw badSends(`${name} is not a name for ${media}.`);
  if (section.kind !== media) throw badSends(`${name} is not ${media} on m-line ${mid}.`);
}

function badSends(message: string): RoomError {
  return new RoomError('bad_request', `sends: ${message}`);
}
