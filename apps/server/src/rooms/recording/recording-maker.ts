import { RoomError } from '@kindling/media/room-error';
import type { RoomRequests } from '@kindling/protocol/room';
import type { z } from 'zod';
import type { MeetingContext } from '../meetings/request-handlers.ts';
import type { Layout } from './compose/timeline.ts';
import type { Picture } from './picture.ts';
import type { NewRecording } from './recording-store.ts';

export type StartParams = z.output<RoomRequests['start-recording']>;

/** How a recording looks; `picture` null: sound alone, or tracks as they are. */
export interface RecordingLook {
  readonly layout: Layout;
  readonly picture: Picture | null;
}

export interface RecordingRun extends RecordingLook {
  readonly meeting: MeetingContext;
  readonly instanceId: string;
  readonly type: 'cloud' | 'raw-tracks';
  readonly startedBy: string;
  /** Ms. */
  readonly maxDuration: number;
  /** Once, when nothing is recorded any more; not for one that could not be started. */
  readonly onEnded: (end: { readonly duration: number; readonly errorMsg?: string }) => void;
  /** After its end, when there is something to download: tracks, the sound, or the film. */
  readonly onStored: (files: readonly StoredFile[]) => void;
  /** After its end: its film could not be made. */
  readonly onNotComposed: (errorMsg: string) => void;
}

/** One recording from its start to its end; its film may be made after that. */
export interface RunningRecording {
  readonly id: string;
  readonly description: {
    readonly instanceId: string;
    readonly recordingId: string;
    readonly startedBy: string;
    readonly recordingType: 'cloud' | 'raw-tracks';
    readonly layout: Layout;
  };
  /** It was stopped, or ended by itself. */
  readonly stopping: boolean;
  /** @throws a `RoomError` when it cannot be started */
  readonly started: Promise<void>;
  /** The room has changed. */
  update(): void;
  /** Time passed. */
  step(): void;
  setLayout(layout: Layout): void;
  /** Resolves with its duration, ms, however often it is called. Never rejects. */
  stop(): Promise<number>;
  /** Stops, keeps what is there, and says why. */
  cutShort(errorMsg: string): void;
}

/** Something to download, by the name that links are asked for with. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
}

/** What became of a film. Null: not made yet, the server stops; it is made after the next start. */
export type Composition = { readonly file: StoredFile } | { readonly errorMsg: string } | null;

/** Who makes the recordings of a room: this server, or LiveKit Egress, which joins the room for it. */
export interface RecordingMaker {
  /** @throws a `RoomError` that names the field at fault */
  readLook(params: StartParams): RecordingLook;
  /** @throws a `RoomError` that names the field at fault */
  readLayout(layout: Layout, type: StartParams['type']): Layout;
  start(run: RecordingRun): RunningRecording;
  /** Whether what it writes to is nearly full. */
  isDiskLow(): Promise<boolean>;
}

/** What is said of a recording whose server was killed. */
export const CUT_SHORT = 'The server stopped without warning during this recording.';
export const NOT_STARTED = 'The recording could not be started.';

export function notStarted(): RoomError {
  return new RoomError('not_configured', `${NOT_STARTED} The server's log says why.`);
}

/** Says to the room what became of the film of a recording that ended. */
export function reportFilm({ onStored, onNotComposed }: RecordingRun, film: Composition): void {
  if (film === null) return;
  if ('errorMsg' in film) onNotComposed(film.errorMsg);
  else onStored([film.file]);
}

export function describeNew(
  { meeting, instanceId, type, startedBy }: RecordingRun,
  id: string,
  startedAt: number,
): NewRecording {
  const { orgId, meetingId, callId = null, room } = meeting;
  return {
    id,
    orgId,
    meetingId,
    callId,
    instanceId,
    type,
    startedBy,
    roomName: room.name,
    startedAt: new Date(startedAt),
  };
}
