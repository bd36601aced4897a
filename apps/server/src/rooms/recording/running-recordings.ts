import { RoomError } from '@kindling/media/room-error';
import type { Clock } from '@kindling/protocol/clock';
import type { RoomEvent } from '@kindling/protocol/room';
import type { MeetingContext } from '../meetings/request-handlers.ts';
import type {
  RecordingMaker,
  RecordingRun,
  RunningRecording,
  StoredFile,
} from './recording-maker.ts';

export interface RunningRecordingsOptions {
  readonly maker: Pick<RecordingMaker, 'start' | 'isDiskLow'>;
  /** One more runs, or one less. */
  readonly onRunning: (change: 1 | -1) => void;
}

export type NewRun = Pick<
  RecordingRun,
  'instanceId' | 'type' | 'layout' | 'picture' | 'startedBy' | 'maxDuration'
> & {
  /** Whether the participants are notified of it. */
  readonly isAnnounced: boolean;
};

/** The running recordings of one meeting by name; each is advanced, monitored and reported until it ends. */
export interface RunningRecordings {
  /** @throws a `RoomError` when it cannot be started */
  start(run: NewRun): Promise<RunningRecording>;
  /** @throws `not_found` */
  find(instanceId: string): RunningRecording;
  has(instanceId: string): boolean;
  /** The room is another now. */
  update(): void;
  /** A participant joined, who has not been notified of any recording yet. */
  announceTo(sessionId: string): void;
  /** Stops them all, and lets none start. */
  close(): Promise<void>;
}

type RecordingEvent = Extract<RoomEvent, { type: 'recording' }>;
type ReportedEvent = Omit<RecordingEvent, 'type' | 'instanceId' | 'recordingId'>;

/** How often tracks are looked for and sound is mixed, ms. */
const STEP = 200;
const MAX_AT_ONCE = 8;
/** How often it is looked whether the disk fills, ms. */
const DISK_STEP = 5_000;
const DISK_LOW = 'The disk of this server is nearly full';

export function createRunningRecordings(
  options: RunningRecordingsOptions,
  meeting: MeetingContext,
): RunningRecordings {
  const running = new Map<string, RunningRecording>();
  const silent = new WeakSet<RunningRecording>();
  let stopTimer: (() => void) | null = null;
  const watchDisk = createDiskWatch(options.maker, meeting.clock);
  let closing = false;
  /** The room is closed; no more notifications are sent. */
  let closed = false;

  /** While anything runs; several may be started at the same moment. */
  function keepTime(): void {
    stopTimer ??= meeting.clock.schedule(STEP, step);
  }

  function step(): void {
    stopTimer = null;
    for (const recording of running.values()) recording.step();
    void watchDisk(cutShort);
    if (running.size > 0 && !closing) keepTime();
  }

  function cutShort(): void {
    for (const recording of running.values()) {
      recording.cutShort(`${DISK_LOW}; the recording ended here.`);
    }
  }

  function remove(instanceId: string, recording: RunningRecording): void {
    if (running.get(instanceId) !== recording) return;
    options.onRunning(-1);
    running.delete(instanceId);
  }

  function tell(event: Omit<RecordingEvent, 'type'>, to?: string): void {
    meeting.room.send({ type: 'recording', ...event }, to);
  }

  function announce(recording: RunningRecording, to?: string): void {
    if (!silent.has(recording)) tell({ change: 'started', ...recording.description }, to);
  }

  function open({ isAnnounced, ...run }: NewRun): RunningRecording {
    const { instanceId } = run;
    const recording = options.maker.start({
      meeting,
      ...run,
      ...recordingReports(run.type, {
        send(event) {
          if (isAnnounced && !closed) tell({ ...event, instanceId, recordingId: recording.id });
        },
        onEnded: () => remove(instanceId, recording),
      }),
    });
    if (!isAnnounced) silent.add(recording);
    return recording;
  }

  return {
    async start(run) {
      const { instanceId } = run;
      if (await options.maker.isDiskLow()) throw diskIsLow();
      if (closing) throw new RoomError('room_ended', 'This meeting is over.');
      checkFree(running, instanceId);
      const recording = open(run);
      running.set(instanceId, recording);
      options.onRunning(1);
      try {
        await recording.started;
      } catch (error) {
        remove(instanceId, recording);
        throw error;
      }
      // Stopped before it began: its end has been sent, and a start must not follow.
      if (recording.stopping) throw new RoomError('conflict', 'The recording was stopped.');
      keepTime();
      announce(recording);
      return recording;
    },
    find: (instanceId) => findRunning(running, instanceId),
    has: (instanceId) => running.has(instanceId),
    update() {
      for (const recording of running.values()) recording.update();
    },
    announceTo(sessionId) {
      for (const recording of running.values()) announce(recording, sessionId);
    },
    async close() {
      closing = true;
      stopTimer?.();
      await Promise.all([...running.values()].map((recording) => recording.stop()));
      closed = true;
    },
  };
}

/** Looks every `DISK_STEP` at most whether the disk is nearly full, and then calls `onLow`. */
function createDiskWatch(maker: RunningRecordingsOptions['maker'], clock: Clock) {
  let checkedAt = clock.now();
  return async (onLow: () => void): Promise<void> => {
    if (clock.now() - checkedAt < DISK_STEP) return;
    checkedAt = clock.now();
    if (await maker.isDiskLow()) onLow();
  };
}

/** Sends what becomes of a recording; `onEnded` is called before its end is sent. */
function recordingReports(
  recordingType: NewRun['type'],
  { send, onEnded }: { send(event: ReportedEvent): void; onEnded(): void },
): Pick<RecordingRun, 'onNotComposed' | 'onStored' | 'onEnded'> {
  return {
    onNotComposed: (errorMsg) => send({ change: 'error', errorMsg }),
    onStored: (files) => send({ change: 'stored', recordingType, files: files.map(pickFile) }),
    onEnded({ duration, errorMsg }) {
      onEnded();
      if (errorMsg !== undefined) send({ change: 'error', errorMsg });
      send({ change: 'stopped', duration });
    },
  };
}

function checkFree(running: ReadonlyMap<string, unknown>, instanceId: string): void {
  if (running.has(instanceId)) {
    throw new RoomError('conflict', `A recording "${instanceId}" is running already.`);
  }
  if (running.size >= MAX_AT_ONCE) {
    throw new RoomError('conflict', `At most ${MAX_AT_ONCE} recordings run at once.`);
  }
}

function findRunning(
  running: ReadonlyMap<string, RunningRecording>,
  instanceId: string,
): RunningRecording {
  const recording = running.get(instanceId);
  if (recording !== undefined) return recording;
  throw new RoomError('not_found', `No recording "${instanceId}" is running.`);
}

function pickFile({ name, size }: StoredFile): StoredFile {
  return { name, size };
}

function diskIsLow(): RoomError {
  return new RoomError(
    'not_configured',
    `${DISK_LOW}: delete recordings, or ask its operator for more room (RECORDING_MIN_FREE_MB).`,
  );
}
