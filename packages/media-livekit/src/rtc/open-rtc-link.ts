import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { AudioSource, RemoteTrack, RemoteTrackPublication, Room } from '@livekit/rtc-node';
import { loadRtc, type Rtc } from './load-rtc.ts';
import type { OpenRoomLink, RoomLink, RoomLinkOptions, VoiceTrack } from './room-link.ts';

const FRAME_MS = 20;
/** The native source takes frames of 10 ms when it keeps no queue of its own. */
const CAPTURE_MS = 10;
/** More waiting frames than this mean that the native side stands still. */
const MAX_WAITING = 50;

/** The link by LiveKit's own client for Node. */
export const openRtcLink: OpenRoomLink = async (options) => {
  const rtc = await loadRtc();
  const room = new rtc.Room();
  listen(rtc, room, options);
  // `keepPresence` retries: the client's own retry would wait another fifteen seconds.
  const manner = { autoSubscribe: false, dynacast: false, joinRetries: 0 };
  await room.connect(options.url, options.token, manner);
  // No event announces participants who were there before.
  for (const participant of room.remoteParticipants.values()) {
    options.events.onPresent(participant.identity);
    for (const publication of participant.trackPublications.values())
      notePublished(rtc, { publication, identity: participant.identity, options });
  }
  return toLink(rtc, room, options);
};

interface Published {
  readonly publication: RemoteTrackPublication;
  readonly identity: string;
  readonly options: RoomLinkOptions;
}

function notePublished(rtc: Rtc, { publication, identity, options }: Published): void {
  const { kind, name = '', sid } = publication;
  const { hears = name, events } = options;
  if (kind === rtc.TrackKind.KIND_AUDIO && name === hears) publication.setSubscribed(true);
  if (sid !== undefined) events.onPublished(identity, { name, sid });
}

function listen(rtc: Rtc, room: Room, options: RoomLinkOptions): void {
  const { events, onFault } = options;
  const { RoomEvent } = rtc;
  room.on(RoomEvent.ParticipantConnected, ({ identity }) => events.onArrived(identity));
  room.on(RoomEvent.TrackPublished, (publication, { identity }) =>
    notePublished(rtc, { publication, identity, options }),
  );
  room.on(RoomEvent.TrackSubscribed, (track, _, participant) => {
    const onVoice = (pcm: Int16Array) => events.onVoice(participant.identity, pcm);
    readVoice(rtc, track, onVoice).catch((error: unknown) => onFault('livekit-voice', error));
  });
  room.on(RoomEvent.DataReceived, (bytes, participant) =>
    events.onData(participant?.identity ?? null, bytes),
  );
  room.on(RoomEvent.ParticipantDisconnected, ({ identity }) => events.onGone(identity));
  room.on(RoomEvent.Reconnecting, events.onInterrupted);
  room.on(RoomEvent.Reconnected, events.onRestored);
  room.on(RoomEvent.Disconnected, (reason) =>
    events.onEnded(reason === rtc.DisconnectReason.DUPLICATE_IDENTITY),
  );
}

async function readVoice(
  rtc: Rtc,
  track: RemoteTrack,
  onVoice: (pcm: Int16Array) => void,
): Promise<void> {
  const format = { sampleRate: CONVERSATION_SAMPLE_RATE, numChannels: 1, frameSizeMs: FRAME_MS };
  for await (const frame of new rtc.AudioStream(track, format)) onVoice(frame.data);
}

function toLink(rtc: Rtc, room: Room, { onFault }: RoomLinkOptions): RoomLink {
  const sources: AudioSource[] = [];
  let closing: Promise<void> | null = null;
  const local = () => {
    if (room.localParticipant === undefined) throw new Error('LiveKit: not in the room.');
    return room.localParticipant;
  };
  const leave = async (): Promise<void> => {
    await room.disconnect();
    for (const source of sources) await source.close();
  };
  return {
    async publishVoice(name, sampleRate) {
      // No queue: what is played when is decided by who feeds it.
      const source = new rtc.AudioSource(sampleRate, 1, 0);
      sources.push(source);
      const track = rtc.LocalAudioTrack.createAudioTrack(name, source);
      const settings = { source: rtc.TrackSource.SOURCE_MICROPHONE, dtx: true, red: false };
      const capture = feed(rtc, source, sampleRate, onFault);
      const published = await local().publishTrack(track, new rtc.TrackPublishOptions(settings));
      return {
        capture,
        get id() {
          return published.sid ?? null;
        },
      };
    },
    async send(identity, bytes) {
      await local().publishData(bytes, { reliable: true, destination_identities: [identity] });
    },
    close() {
      closing ??= leave();
      return closing;
    },
  };
}

/** One frame after the other: the native side keeps no order among those that it has at once. */
function feed(
  rtc: Rtc,
  source: AudioSource,
  sampleRate: number,
  onFault: (stage: string, error: unknown) => void,
): VoiceTrack['capture'] {
  const size = (sampleRate * CAPTURE_MS) / 1_000;
  const waiting: Int16Array[] = [];
  let busy = false;

  const work = async (): Promise<void> => {
    busy = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await source.captureFrame(new rtc.AudioFrame(next, sampleRate, 1, next.length));
    } catch (error) {
      waiting.length = 0;
      if (!source.closed) onFault('livekit-capture', error);
    } finally {
      busy = false;
    }
  };

  return (pcm) => {
    if (waiting.length >= MAX_WAITING) waiting.splice(0, waiting.length);
    for (let start = 0; start < pcm.length; start += size)
      waiting.push(pcm.slice(start, start + size));
    if (!busy) void work();
  };
}
