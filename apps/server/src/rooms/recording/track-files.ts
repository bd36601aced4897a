import { join } from 'node:path';
import type { RecordedTrack } from '@kindling/protocol';
import { OPUS_RTP_RATE } from '../tracks/opus-decoding.ts';
import { createPacketOrder } from '../tracks/packet-order.ts';
import type { RoomTrack } from '../tracks/room-tracks.ts';
import { createTrackTimeline } from '../tracks/track-timeline.ts';
import type { TrackControl, TrackSink } from '../tracks/track-watch.ts';
import { createVp8Frames, VIDEO_RTP_RATE, vp8Size } from '../tracks/vp8-frames.ts';
import { createWebmFile, type WebmFile, type WebmFileOptions } from '../tracks/webm-file.ts';

export interface TrackFilesOptions {
  readonly folder: string;
  /** Ms since the recording started. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** A track with the stretches in which its sender had nothing new to show. */
export interface CapturedTrack extends RecordedTrack {
  /** Time of the last picture before, and of the first after; ms. */
  readonly pauses?: readonly (readonly [from: number, to: number])[];
}

/** Tracks as they were sent, not encoded again: a WebM file for each stretch that one was on. */
export interface TrackFiles {
  open(track: RoomTrack, control: TrackControl): TrackSink;
  /** Once every sink was ended. */
  close(): Promise<CapturedTrack[]>;
}

/** Ms for a packet that is late. */
const TIMEOUT = 100;
/** A sender that lost packets is asked for a key frame, not more often than this, ms. */
const KEY_FRAME_PAUSE = 1_000;
/** A gap of this length without a video frame is a pause, ms: a reader that seeks backwards must be able to find it. */
export const MAX_STEP = 3_000;

interface OpenFile {
  readonly name: string;
  readonly file: WebmFile;
}

/** Where the tracks of one recording go. */
interface TrackOutput {
  /** Ms since the recording started. */
  now(): number;
  openFile(track: RoomTrack, content: WebmFileOptions['track']): OpenFile;
  /** Closes the file; null where nothing was sent. `endedAt`: ms since the recording started. */
  finish(
    track: RoomTrack,
    file: OpenFile | null,
    endedAt: number,
    pauses?: CapturedTrack['pauses'],
  ): void;
}

export function createTrackFiles({ folder, now, onFault }: TrackFilesOptions): TrackFiles {
  const finished: Promise<CapturedTrack | null>[] = [];
  let opened = 0;

  function openFile(track: RoomTrack, content: WebmFileOptions['track']): OpenFile {
    opened += 1;
    const name = `${opened}-${track.name.replaceAll(/[^A-Za-z0-9]+/g, '_')}.webm`;
    return { name, file: createWebmFile({ path: join(folder, name), track: content, onFault }) };
  }

  const output: TrackOutput = {
    now,
    openFile,
    finish: (track, file, endedAt, pauses) => {
      finished.push(describe(track, file, endedAt, pauses));
    },
  };
  return {
    open: (track, control) =>
      track.media === 'audio' ? openAudio(track, output) : openVideo(track, control, output),
    async close() {
      const all = await Promise.all(finished);
      return all.filter((track) => track !== null).sort((a, b) => a.offset - b.offset);
    },
  };
}

async function describe(
  track: RoomTrack,
  written: OpenFile | null,
  endedAt: number,
  pauses?: CapturedTrack['pauses'],
): Promise<CapturedTrack | null> {
  if (written === null) return null;
  const { offset, end, size } = await written.file.close();
  const { sessionId, userName, media } = track;
  const last = Math.round(Math.max(end, endedAt));
  return {
    name: written.name,
    sessionId,
    userName,
    track: track.name,
    media,
    offset,
    end: last,
    size,
    ...(pauses && { pauses }),
  };
}

function openAudio(track: RoomTrack, { now, openFile, finish }: TrackOutput): TrackSink {
  const timeline = createTrackTimeline(OPUS_RTP_RATE);
  let written: OpenFile | null = null;
  const order = createPacketOrder({
    patience: TIMEOUT,
    onPacket({ payload, timestamp }, arrivedAt) {
      if (payload.length === 0) return;
      // Two channels: a decoder plays one on both, and nothing is lost of a stereo sender.
      written ??= openFile(track, { media: 'audio', channels: 2, preSkip: 0 });
      written.file.write(timeline.at(timestamp, arrivedAt), payload, true);
    },
  });
  return {
    onPacket: (packet) => order.push({ ...packet, payload: packet.payload.slice() }, now()),
    onEnded() {
      order.drain();
      finish(track, written, 0);
    },
  };
}

function openVideo(
  track: RoomTrack,
  { refresh }: TrackControl,
  { now, openFile, finish }: TrackOutput,
): TrackSink {
  const timeline = createTrackTimeline(VIDEO_RTP_RATE);
  let written: OpenFile | null = null;
  let arrived = 0;
  /** Observing the track requests the first key frame. */
  let needsKey = true;
  let askedAt = now();
  let lastAt: number | null = null;
  const pauses: [number, number][] = [];
  const listen = () =>
    createVp8Frames({
      onFrame({ data, key, timestamp, arrivedAt }) {
        needsKey = false;
        written ??= openFile(track, { media: 'video', ...vp8Size(data) });
        const at = Math.round(timeline.at(timestamp, arrivedAt));
        if (lastAt !== null && at - lastAt > MAX_STEP) pauses.push([lastAt, at]);
        lastAt = at;
        written.file.write(at, data, key);
      },
      onBroken: () => {
        needsKey = true;
      },
    });
  let frames = listen();

  function askAgain(): void {
    // A new observer numbers its packets from the start.
    frames = listen();
    refresh();
  }

  function askIfNeeded(): void {
    if (!needsKey || arrived - askedAt < KEY_FRAME_PAUSE) return;
    askedAt = arrived;
    // Not from within the observer callback.
    queueMicrotask(askAgain);
  }

  return {
    onPacket(packet) {
      arrived = now();
      frames.push({ ...packet, payload: packet.payload.slice() }, arrived);
      askIfNeeded();
    },
    onEnded() {
      frames.drain();
      if (lastAt !== null) pauses.push([lastAt, Number.MAX_SAFE_INTEGER]);
      finish(track, written, now(), pauses);
    },
  };
}
