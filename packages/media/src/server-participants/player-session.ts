import { randomInt, randomUUID } from 'node:crypto';
import type { MediaContext } from '../participant/media-context.ts';
import { resolvePermissions } from '../participant/permissions.ts';
import type { RoomParticipant } from '../participant/room-participant.ts';
import type { PacedAudio, PlayerOptions } from '../port.ts';
import { isVp8KeyFrame, packetizeVp8 } from '../rtp/vp8/packetize.ts';
import { createPublication, type MediaPacket } from '../uplink/publication.ts';
import { createVoicePublication } from './voice-publication.ts';

export interface PlayerSessionOptions {
  readonly source: PlayerOptions;
  readonly context: MediaContext;
  readonly onLevel: (sessionId: string, level: number) => void;
}

/** Something that the server plays to a room. */
export interface PlayerSession extends RoomParticipant {
  readonly output: PacedAudio;
  sendVideoFrame(frame: Uint8Array, time: number): void;
  setTracks(tracks: { readonly audio: boolean; readonly video: boolean }): void;
  close(): void;
}

/** Packets of the pictures since the last key frame, for who begins to watch; not more than these. */
const MAX_KEPT = 800;

/** Throws a `RangeError` for a sample rate that Opus does not have. */
export function createPlayerSession(options: PlayerSessionOptions): PlayerSession {
  const { source, context } = options;
  const { sessionId = randomUUID() } = source;
  let kept: MediaPacket[] = [];
  let sequence = randomInt(2 ** 15);
  let pictureId = 0;
  let closed = false;
  const voice = createVoicePublication({
    name: 'rmpAudio',
    sampleRate: source.sampleRate,
    context,
    isReady: () => true,
    onLevel: (level) => options.onLevel(sessionId, level),
  });
  const video = createPublication({
    name: 'rmpVideo',
    media: 'video',
    on: true,
    // A recording has key frames where it has them: who comes between gets the pictures since.
    onKeyFrameWanted: () => queueMicrotask(() => video.replay(kept)),
    onFault: context.onFault,
  });

  const keep = (packet: MediaPacket): void => {
    if (kept.length < MAX_KEPT) kept.push(packet);
    else kept = [];
  };

  return {
    sessionId,
    userId: sessionId,
    userName: source.userName,
    owner: false,
    joinedAt: Date.now(),
    participantType: 'remote-media-player',
    permissions: resolvePermissions(),
    level: 'full',
    publications: new Map([
      ['rmpAudio', voice.publication],
      ['rmpVideo', video],
    ]),
    output: voice.output,
    sendVideoFrame(frame, time) {
      if (closed || frame.length === 0) return;
      const keyFrame = isVp8KeyFrame(frame);
      if (keyFrame) kept = [];
      const payloads = packetizeVp8(frame, pictureId);
      pictureId = (pictureId + 1) & 0x7fff;
      payloads.forEach((payload, index) => {
        const packet: MediaPacket = {
          payload,
          sequence,
          timestamp: Math.round(time * 90) >>> 0,
          marker: index === payloads.length - 1,
          arrivedAt: context.clock.now(),
        };
        sequence = (sequence + 1) & 0xffff;
        if (keyFrame || kept.length > 0) keep(packet);
        video.deliver(packet, 0);
      });
    },
    setTracks(tracks) {
      voice.publication.setOn(tracks.audio);
      video.setOn(tracks.video);
    },
    close() {
      if (closed) return;
      closed = true;
      kept = [];
      voice.close();
      video.end();
    },
  };
}
