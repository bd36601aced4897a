import type { TrackPacket } from '@kindling/media';
import { Application, createEncoder } from 'libopus-wasm';
import { createOpusDecoding } from '../tracks/opus-decoding.ts';
import type { RoomTrack } from '../tracks/room-tracks.ts';
import type { TrackSink } from '../tracks/track-watch.ts';
import { createWebmFile, type WebmFileEnd } from '../tracks/webm-file.ts';
import { createAudioMix, MIX_FRAME, MIX_RATE } from './audio-mix.ts';

export interface MixedAudioOptions {
  readonly path: string;
  /** Ms since the recording started. */
  readonly now: () => number;
  readonly onSpeaker: (sessionId: string, time: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** Everybody in one Opus track, written while they speak. */
export interface MixedAudio {
  open(track: RoomTrack): TrackSink;
  /** Call it several times a second. */
  advance(): void;
  /** Once every sink was ended. */
  close(): Promise<WebmFileEnd>;
}

const FRAME_MS = (MIX_FRAME / MIX_RATE) * 1_000;
const BITRATE = 64_000;

export async function createMixedAudio(options: MixedAudioOptions): Promise<MixedAudio> {
  const { path, now, onSpeaker, onFault } = options;
  const encoder = await createEncoder({
    sampleRate: MIX_RATE,
    channels: 1,
    application: Application.Audio,
    bitrate: BITRATE,
    complexity: 5,
    frameSize: MIX_FRAME,
  });
  const preSkip = encoder.getLookahead();
  const file = createWebmFile({ path, track: { media: 'audio', channels: 1, preSkip }, onFault });
  let written = 0;
  const mix = createAudioMix({
    onSpeaker,
    onFrame(pcm) {
      file.write(written * FRAME_MS, encoder.encode(pcm).slice(), true);
      written += 1;
    },
  });

  return {
    open({ sessionId, name }) {
      const decoding = createOpusDecoding({
        sampleRate: MIX_RATE,
        onAudio: (pcm, at) =>
          mix.add(name === 'audio' ? sessionId : `${sessionId} ${name}`, pcm, at),
        onFault,
      });
      return {
        onPacket: (packet: TrackPacket) =>
          decoding.push({ ...packet, payload: packet.payload.slice() }, now()),
        onEnded: () => decoding.close(),
      };
    },
    advance: () => mix.advance(now()),
    async close() {
      try {
        mix.finish(now());
      } finally {
        encoder.free();
        await file.close();
      }
      return file.close();
    },
  };
}
