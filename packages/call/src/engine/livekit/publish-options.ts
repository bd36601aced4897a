import { Track, type TrackPublishOptions, VideoPreset } from 'livekit-client';
import type { OutgoingTrack } from '../port.ts';

/** By track name; custom ones have none of their own. */
const SOURCES: Readonly<Record<string, Track.Source>> = {
  audio: Track.Source.Microphone,
  video: Track.Source.Camera,
  screenAudio: Track.Source.ScreenShareAudio,
  screenVideo: Track.Source.ScreenShare,
};

/** Of a layer without a limit, bits per second: as a browser's own. */
const DEFAULT_BITRATE = 2_500_000;

export function publishAs(outgoing: OutgoingTrack, track: MediaStreamTrack): TrackPublishOptions {
  const { name, media, audioMode } = outgoing;
  const source = SOURCES[name] ?? Track.Source.Unknown;
  if (media === 'video') return { name, source, ...videoOptions(outgoing, track) };
  const stereo = audioMode?.stereo === true;
  const bitrate = audioMode?.bitrate;
  return {
    name,
    source,
    dtx: !stereo,
    red: !stereo,
    forceStereo: stereo,
    ...(bitrate === undefined ? {} : { audioPreset: { maxBitrate: bitrate } }),
  };
}

function videoOptions(
  { encodings = [{}] }: OutgoingTrack,
  track: MediaStreamTrack,
): TrackPublishOptions {
  const { width = 1_280, height = 720 } = track.getSettings();
  const layers = encodings.map((encoding) => {
    const { scaleResolutionDownBy = 1, maxBitrate = DEFAULT_BITRATE, maxFramerate } = encoding;
    return new VideoPreset(
      Math.round(width / scaleResolutionDownBy),
      Math.round(height / scaleResolutionDownBy),
      maxBitrate,
      maxFramerate,
    );
  });
  const best = layers.at(-1)?.encoding;
  const smaller = layers.slice(0, -1);
  return {
    videoCodec: 'vp8',
    backupCodec: false,
    simulcast: smaller.length > 0,
    videoSimulcastLayers: smaller,
    screenShareSimulcastLayers: smaller,
    ...(best && { videoEncoding: best, screenShareEncoding: best }),
  };
}

/** Changes how a track that is sent is encoded. The number of its layers is fixed. */
export async function encodeAs(
  { media, encodings, audioMode }: OutgoingTrack,
  sender: RTCRtpSender | undefined,
): Promise<void> {
  if (sender === undefined) return;
  const parameters = sender.getParameters();
  const { bitrate } = audioMode ?? {};
  const ofAudio = bitrate === undefined ? {} : { maxBitrate: bitrate };
  const layers: readonly RTCRtpEncodingParameters[] =
    media === 'audio' ? [ofAudio] : (encodings ?? [{}]);
  // More layers than were published: the best of them; fewer: the others are inactive.
  const wanted = layers.slice(-parameters.encodings.length);
  parameters.encodings = parameters.encodings.map((encoding, index) => {
    const { rid: _, ...layer } = wanted[index] ?? { active: false };
    return { ...encoding, active: true, ...layer };
  });
  await sender.setParameters(parameters);
}
