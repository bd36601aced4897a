import { randomUUID } from 'node:crypto';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import {
  type Capture,
  type CaptureEnd,
  captureFilm,
  captureTracks,
  plainTracks,
} from './capture.ts';
import type { Composer } from './composer.ts';
import {
  describeNew,
  NOT_STARTED,
  notStarted,
  type RecordingRun,
  type RunningRecording,
  reportFilm,
} from './recording-maker.ts';
import type { RecordingMoves } from './recording-moves.ts';
import type { RecordingChange, RecordingStore } from './recording-store.ts';

/** What recordings of this server's own rooms are made with. */
export interface RecordingParts {
  readonly store: RecordingStore;
  readonly files: RecordingFiles;
  readonly composer: Composer;
  readonly moves: Pick<RecordingMoves, 'enqueue'>;
}

interface Fault {
  readonly errorMsg: string;
  readonly broken: boolean;
}

const DISK_FAULT = 'The recording could not be written to disk; it ended here.';

/** Takes in what the room of this server passes on. */
export function startRecording(parts: RecordingParts, run: RecordingRun): RunningRecording {
  const { store, files } = parts;
  const { meeting, type, picture, instanceId, startedBy } = run;
  const { clock, log, room } = meeting;
  const id = randomUUID();
  let layout = run.layout;
  let startedAt = clock.now();
  let capture: Capture | null = null;
  /** `broken`: something is missing of what was recorded until then. */
  let fault: Fault | null = null;
  let stopping: Promise<number> | null = null;
  const elapsed = () => clock.now() - startedAt;

  async function start(): Promise<void> {
    let created = false;
    try {
      const folder = await files.make(id);
      startedAt = clock.now();
      await store.create(describeNew(run, id, startedAt));
      created = true;
      startedAt = clock.now();
      const shared = { room, folder, now: elapsed, layout, onFault };
      capture =
        type === 'cloud' ? await captureFilm({ ...shared, picture }) : captureTracks(shared);
      log.info({ recordingId: id, type }, 'recording started');
    } catch (error) {
      log.error({ recordingId: id, err: error }, 'recording not started');
      await giveUp(parts, id, created).catch(() => undefined);
      throw notStarted();
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
    run.onEnded({ duration, ...(fault !== null && { errorMsg: fault.errorMsg }) });
    deliver(parts, run, { id, end, fault });
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
      if (elapsed() >= run.maxDuration) void stop();
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

/** `created`: its row is there. Without a row naming it, the folder would never be deleted. */
async function giveUp(
  { store, files }: RecordingParts,
  id: string,
  created: boolean,
): Promise<void> {
  if (created) await store.update(id, { status: 'failed', errorMessage: NOT_STARTED });
  else await files.remove(id);
}

/** Says what there is to download, or has the film made first. */
function deliver(
  { composer, moves }: RecordingParts,
  run: RecordingRun,
  ended: { readonly id: string; readonly end: CaptureEnd; readonly fault: Fault | null },
): void {
  const { id, fault } = ended;
  const { manifest, sound, tracks } = ended.end;
  if (manifest !== null && fault?.broken !== true)
    void composer.compose(id, manifest).then((film) => reportFilm(run, film));
  else {
    run.onStored(sound === null ? tracks : [sound]);
    moves.enqueue(id);
  }
}

function describeEnd(end: CaptureEnd, duration: number, fault: Fault | null): RecordingChange {
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
