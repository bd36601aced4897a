import { randomInt, randomUUID } from 'node:crypto';
import type { MediaContext } from '../participant/media-context.ts';
import { resolvePermissions } from '../participant/permissions.ts';
import type { PlayerSession } from '../participant/room-participant.ts';
import type { PlayerOptions } from '../port.ts';
import { isVp8KeyFrame, packetizeVp8 } from '../rtp/vp8/packetize.ts';
import { createPublication, type MediaPacket } from '../uplink/publication.ts';
import { createVoicePublication } from './voice-publication.ts';

export interface PlayerSessionOptions {
  readonly player: PlayerOptions;
  readonly context: MediaContext;
  /** Loudness of a frame that was played, dB below the maximum. */
  readonly onLevel: (sessionId: string, level: number) => void;
}

/** Most packets kept since the last key frame, for participants who start watching in between. */
const MAX_REPLAY_PACKETS = 800;
/** RTP clock of video, ticks per ms. */
const VIDEO_TICKS = 90;

/** @throws RangeError for a sample rate that Opus does not have. */
export function createPlayerSession(options: PlayerSessionOptions): PlayerSession {
  const { player, context } = options;
  const { sessionId = randomUUID() } = player;
  let sinceKeyFrame: MediaPacket[] = [];
  let sequence = randomInt(2 ** 15);
  let pictureId = 0;
  let closed = false;
  const voice = createVoicePublication({
    name: 'rmpAudio',
    sampleRate: player.sampleRate,
    context,
    isReady: () => true,
    onLevel: (level) => options.onLevel(sessionId, level),
  });
  const video = createPublication({
    name: 'rmpVideo',
    media: 'video',
    on: true,
    // A recording cannot make key frames on request: late watchers get everything since the last.
    onKeyFrameWanted: () => queueMicrotask(() => video.replay(sinceKeyFrame)),
    onFault: context.onFault,
  });

  const keepForReplay = (packet: MediaPacket): void => {
    if (sinceKeyFrame.length < MAX_REPLAY_PACKETS) sinceKeyFrame.push(packet);
    else sinceKeyFrame = [];
  };

  return {
    sessionId,
    userId: sessionId,
    userName: player.userName,
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
      if (keyFrame) sinceKeyFrame = [];
      const payloads = packetizeVp8(frame, pictureId);
      pictureId = (pictureId + 1) & 0x7fff;
      payloads.forEach((payload, index) => {
        const packet: MediaPacket = {
          payload,
          sequence,
          timestamp: Math.round(time * VIDEO_TICKS) >>> 0,
          marker: index === payloads.length - 1,
          arrivedAt: context.clock.now(),
        };
        sequence = (sequence + 1) & 0xffff;
        if (keyFrame || sinceKeyFrame.length > 0) keepForReplay(packet);
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
      sinceKeyFrame = [];
      voice.close();
      video.end();
    },
  };
}
