import { randomUUID } from 'node:crypto';
import { RoomError } from '@kindling/media/room-error';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { MeetingContext } from '../meetings/request-handlers.ts';
import {
  type Capture,
  type CaptureEnd,
  captureFilm,
  captureTracks,
  plainTracks,
} from './capture.ts';
import type { Layout, Manifest } from './compose/timeline.ts';
import type { Composer } from './composer.ts';
import type { Picture } from './picture.ts';
import type { RecordingMoves } from './recording-moves.ts';
import type { RecordingEnd, RecordingStore } from './recording-store.ts';

export interface StartRecordingOptions {
  readonly meeting: MeetingContext;
  readonly store: RecordingStore;
  readonly files: RecordingFiles;
  readonly composer: Composer;
  readonly moves: Pick<RecordingMoves, 'enqueue'>;
  readonly instanceId: string;
  readonly type: 'cloud' | 'raw-tracks';
  readonly layout: Layout;
  /** Null: sound alone, or tracks as they are. */
  readonly picture: Picture | null;
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
  /** The room is another now. */
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

interface Fault {
  readonly errorMsg: string;
  readonly broken: boolean;
}

const NOT_STARTED = 'The recording could not be started.';
const DISK_FAULT = 'The recording could not be written to disk; it ended here.';

export function startRecording(options: StartRecordingOptions): RunningRecording {
  const { meeting, store, files, moves, type, picture, instanceId, startedBy } = options;
  const { clock, log, room } = meeting;
  const id = randomUUID();
  let layout = options.layout;
  let startedAt = clock.now();
  let capture: Capture | null = null;
  let created = false;
  /** `broken`: something is missing of what was recorded until then. */
  let fault: Fault | null = null;
  let stopping: Promise<number> | null = null;
  const elapsed = () => clock.now() - startedAt;

  async function start(): Promise<void> {
    try {
      const folder = await files.make(id);
      startedAt = clock.now();
      await storeNew(options, id, startedAt);
      created = true;
      startedAt = clock.now();
      const shared = { room, folder, now: elapsed, layout, onFault };
      capture =
        type === 'cloud' ? await captureFilm({ ...shared, picture }) : captureTracks(shared);
      log.info({ recordingId: id, type }, 'recording started');
    } catch (error) {
      log.error({ recordingId: id, err: error }, 'recording not started');
      // Without a row naming it, the folder would never be deleted.
      const undone = created
        ? store.update(id, { status: 'failed', errorMessage: NOT_STARTED })
        : files.remove(id);
      await undone.catch(() => undefined);
      throw new RoomError('not_configured', `${NOT_STARTED} The server's log says why.`);
    }
  }

  function onFault(error: unknown): void {
    if (fault?.broken === true) return;
    fault = { errorMsg: DISK_FAULT, broken: true };
    log.error({ recordingId: id, err: error }, 'recording failed');
    void stop();
  }

  async function finish(): Promise<number> {
    await started.catch(() => undefined);
    if (capture === null) return 0;
    const end = await capture.stop().catch((error: unknown) => {
      onFault(error);
      return { duration: elapsed(), tracks: [], sound: null, manifest: null };
    });
    const duration = Math.round(end.duration);
    const handleLost = (err: unknown) =>
      log.error({ recordingId: id, err }, 'recording not stored');
    await store.update(id, describeEnd(end, duration, fault)).catch(handleLost);
    log.info({ recordingId: id, duration }, 'recording stopped');
    options.onEnded({ duration, ...(fault !== null && { errorMsg: fault.errorMsg }) });
    if (end.manifest !== null && fault?.broken !== true) composeFilm(options, id, end.manifest);
    else {
      options.onStored(end.sound === null ? end.tracks : [end.sound]);
      moves.enqueue(id);
    }
    return duration;
  }

  function stop(): Promise<number> {
    stopping ??= finish();
    return stopping;
  }

  const started = start();
  // The caller awaits it; without this its rejection could count as unhandled.
  started.catch(() => undefined);
  return {
    id,
    get description() {
      return { instanceId, recordingId: id, startedBy, recordingType: type, layout };
    },
    get stopping() {
      return stopping !== null;
    },
    started,
    update: () => capture?.update(),
    step() {
      if (capture === null || stopping !== null) return;
      capture.update();
      capture.advance();
      if (elapsed() >= options.maxDuration) void stop();
    },
    setLayout(next) {
      layout = next;
      capture?.setLayout(next);
    },
    stop,
    cutShort(errorMsg) {
      if (stopping !== null) return;
      fault ??= { errorMsg, broken: false };
      log.warn({ recordingId: id }, 'recording cut short');
      void stop();
    },
  };
}

async function storeNew(
  { store, meeting, instanceId, type, startedBy }: StartRecordingOptions,
  id: string,
  startedAt: number,
): Promise<void> {
  const { orgId, meetingId, callId = null, room } = meeting;
  await store.create({
    id,
    orgId,
    meetingId,
    callId,
    instanceId,
    type,
    startedBy,
    roomName: room.name,
    startedAt: new Date(startedAt),
  });
}

function composeFilm(
  { composer, onNotComposed, onStored }: StartRecordingOptions,
  id: string,
  manifest: Manifest,
): void {
  void composer.compose(id, manifest).then((outcome) => {
    if (outcome === null) return;
    if ('errorMsg' in outcome) onNotComposed(outcome.errorMsg);
    else onStored([outcome.file]);
  });
}

function describeEnd(end: CaptureEnd, duration: number, fault: Fault | null): RecordingEnd {
  const { sound, manifest } = end;
  const broken = fault?.broken === true;
  const status = broken ? 'failed' : manifest === null ? 'finished' : 'processing';
  // There will be no film: the pictures are there track by track.
  const tracks = broken && manifest !== null ? plainTracks(manifest.tracks) : end.tracks;
  return {
    status,
    duration,
    tracks,
    // While a film is made there is nothing to download; it will be the film.
    ...(sound !== null && status !== 'processing' && { file: sound }),
    ...(fault !== null && { errorMessage: fault.errorMsg }),
  };
}
