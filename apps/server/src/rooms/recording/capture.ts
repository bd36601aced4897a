import { join } from 'node:path';
import type { Room } from '@kindling/media';
import type { RecordedTrack } from '@kindling/protocol';
import type { RoomTrack } from '../tracks/room-tracks.ts';
import { createTrackWatch } from '../tracks/track-watch.ts';
import type { Layout, Manifest } from './compose/timeline.ts';
import { createMixedAudio } from './mixed-audio.ts';
import type { Picture } from './picture.ts';
import { type CapturedTrack, createTrackFiles } from './track-files.ts';

/** The mixed sound of a `cloud` recording, in its folder. */
export const AUDIO_FILE = 'audio.webm';

export interface CaptureOptions {
  readonly room: Room;
  readonly folder: string;
  /** Ms since the recording started. */
  readonly now: () => number;
  readonly layout: Layout;
  /** Called once; nothing is written afterwards. */
  readonly onFault: (error: unknown) => void;
}

export interface CaptureEnd {
  readonly duration: number;
  /** Of `raw-tracks`. */
  readonly tracks: readonly RecordedTrack[];
  /** Of `cloud`: the mixed sound. */
  readonly sound: { readonly name: string; readonly size: number } | null;
  /** Of `cloud` with video: what the film is made from. */
  readonly manifest: Manifest | null;
}

/** Takes in what the people of a room send, until it is stopped. */
export interface Capture {
  /** A participant joined, left, or switched a track on or off. */
  update(): void;
  /** Call it several times a second. */
  advance(): void;
  setLayout(layout: Layout): void;
  stop(): Promise<CaptureEnd>;
}

/** Every track by itself, as it was sent. */
export function captureTracks(options: CaptureOptions): Capture {
  const { room, now, layout } = options;
  const audioOnly = layout.preset === 'raw-tracks-audio-only';
  const files = createTrackFiles(options);
  const watch = createTrackWatch({
    room,
    open: (track, control) =>
      audioOnly && track.media === 'video' ? null : files.open(track, control),
  });
  watch.update();
  return {
    update: watch.update,
    advance: () => {},
    setLayout: () => {},
    async stop() {
      const duration = now();
      watch.close();
      const tracks = plainTracks(await files.close());
      return { duration, tracks, sound: null, manifest: null };
    },
  };
}

/** As sent to clients: without what only the video composition needs. */
export function plainTracks(captured: readonly CapturedTrack[]): RecordedTrack[] {
  return captured.map(({ pauses: _pauses, ...track }) => track);
}

/** Everybody's sound in one track, and their pictures for the film. `picture` null: sound alone. */
export async function captureFilm(
  options: CaptureOptions & { readonly picture: Picture | null },
): Promise<Capture> {
  const { room, folder, now, picture, onFault } = options;
  const layouts = [{ time: 0, layout: options.layout }];
  const speakers: { time: number; sessionId: string }[] = [];
  const audio = await createMixedAudio({
    now,
    onFault,
    path: join(folder, AUDIO_FILE),
    onSpeaker: (sessionId, time) => speakers.push({ time, sessionId }),
  });
  const files = createTrackFiles(options);
  const isHeard = ({ sessionId }: RoomTrack) => {
    const heard = listedAudio(layouts.at(-1)?.layout);
    return heard === null || heard.has(sessionId);
  };
  const watch = createTrackWatch({
    room,
    open(track, control) {
      if (track.media === 'audio') return audio.open(track);
      return picture === null ? null : files.open(track, control);
    },
    isWanted: (track) => track.media === 'video' || isHeard(track),
  });
  watch.update();
  return {
    update: watch.update,
    advance: audio.advance,
    setLayout: (layout) => void layouts.push({ time: now(), layout }),
    async stop() {
      const duration = now();
      watch.close();
      const [tracks, { size }] = await Promise.all([files.close(), audio.close()]);
      const manifest = picture && { ...picture, duration, tracks, layouts, speakers };
      return { duration, tracks: [], sound: { name: AUDIO_FILE, size }, manifest };
    },
  };
}

/** `participants.audio` of a layout: session ids to hear; null is everybody. */
function listedAudio(layout: Layout | undefined): ReadonlySet<unknown> | null {
  const participants = layout?.participants;
  if (typeof participants !== 'object' || participants === null) return null;
  const audio = 'audio' in participants ? participants.audio : null;
  return Array.isArray(audio) && !audio.includes('*') ? new Set(audio) : null;
}
