import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import type { RoomEvent } from '@kindling/protocol/room';
import type { CreateMeetingFeature, MeetingContext } from '../meetings/request-handlers.ts';
import type { Ffmpeg } from '../room-media/ffmpeg.ts';
import type { Composer } from './composer.ts';
import type { DiskSpace } from './disk-space.ts';
import { readLayout, readPicture } from './picture.ts';
import type { RecordingFiles } from './recording-files.ts';
import type { RecordingStore } from './recording-store.ts';
import { type RunningRecording, type StoredFile, startRecording } from './running-recording.ts';

export interface RecordingFeatureOptions {
  readonly store: RecordingStore;
  readonly files: RecordingFiles;
  readonly composer: Composer;
  readonly ffmpeg: Ffmpeg | null;
  /** Whether a call's assistant asks for a recording, and the operator allows it. */
  readonly disk: Pick<DiskSpace, 'isLow'>;
  /** One more runs, or one less. */
  readonly onRunning: (change: 1 | -1) => void;
  readonly mayRecordCall: (orgId: string, callId: string) => Promise<boolean>;
}

type RecordingEvent = Extract<RoomEvent, { type: 'recording' }>;

/** For a client that names none. */
const INSTANCE = 'default';
/** Seconds; as long as published clients record when nothing is said. */
const MAX_DURATION = 10_800;
/** How often tracks are looked for and sound is mixed, ms. */
const STEP = 200;
const MOST_AT_ONCE = 8;
/** How often it is looked whether the disk fills, ms. */
const DISK_STEP = 5_000;
const DISK_LOW = 'The disk of this server is nearly full';

/** Recording of meetings and calls: start, update and stop, by those who may. */
export function createRecordingFeature(options: RecordingFeatureOptions): CreateMeetingFeature {
  return (meeting) => {
    const running = new Map<string, RunningRecording>();
    let stopTimer: (() => void) | null = null;
    let diskCheckedAt = meeting.clock.now();
    let closing = false;
    /** Nobody can be told any more. */
    let closed = false;

    function tell(event: Omit<RecordingEvent, 'type'>, to?: string): void {
      meeting.room.send({ type: 'recording', ...event }, to);
    }

    /** While anything runs; several may be started at the same moment. */
    function keepTime(): void {
      stopTimer ??= meeting.clock.schedule(STEP, step);
    }

    function step(): void {
      stopTimer = null;
      for (const recording of running.values()) recording.step();
      if (meeting.clock.now() - diskCheckedAt >= DISK_STEP) void watchDisk();
      if (running.size > 0 && !closing) keepTime();
    }

    async function watchDisk(): Promise<void> {
      diskCheckedAt = meeting.clock.now();
      if (!(await options.disk.isLow())) return;
      for (const recording of running.values()) {
        recording.cutShort(`${DISK_LOW}; the recording ended here.`);
      }
    }

    function remove(instanceId: string, recording: RunningRecording): boolean {
      if (running.get(instanceId) !== recording) return false;
      options.onRunning(-1);
      return running.delete(instanceId);
    }

    function update(): void {
      for (const recording of running.values()) recording.update();
    }

    function find(instanceId = INSTANCE): RunningRecording {
      const recording = running.get(instanceId);
      if (recording !== undefined) return recording;
      throw new RoomError('not_found', `No recording "${instanceId}" is running.`);
    }

    function announce(recording: RunningRecording, to?: string): void {
      tell({ change: 'started', ...recording.description }, to);
    }

    return {
      handlers: {
        async 'start-recording'({ member, params }) {
          await checkMayStart(options, meeting, member, params.type);
          if (await options.disk.isLow()) throw diskIsLow();
          if (closing) throw new RoomError('room_ended', 'This meeting is over.');
          const instanceId = params.instanceId ?? INSTANCE;
          const layout = readLayout(params.layout, params.type);
          const picture = params.type === 'cloud' ? readPicture(params, layout) : null;
          if (picture !== null && options.ffmpeg === null) throw noFfmpeg();
          if (running.has(instanceId)) {
            throw new RoomError('conflict', `A recording "${instanceId}" is running already.`);
          }
          if (running.size >= MOST_AT_ONCE) {
            throw new RoomError('conflict', `At most ${MOST_AT_ONCE} recordings run at once.`);
          }
          const recording = startRecording({
            ...{ ...options, meeting, instanceId, layout, picture },
            type: params.type,
            startedBy: member.sessionId,
            maxDuration: (params.maxDuration ?? MAX_DURATION) * 1_000,
            onNotComposed(errorMsg) {
              if (!closed)
                tell({ change: 'error', instanceId, recordingId: recording.id, errorMsg });
            },
            onStored(files) {
              if (closed) return;
              const ids = { instanceId, recordingId: recording.id, recordingType: params.type };
              tell({ change: 'stored', ...ids, files: files.map(pickFile) });
            },
            onEnded: ({ duration, errorMsg }) => {
              remove(instanceId, recording);
              const ids = { instanceId, recordingId: recording.id };
              if (errorMsg !== undefined) tell({ change: 'error', ...ids, errorMsg });
              tell({ change: 'stopped', ...ids, duration });
            },
          });
          running.set(instanceId, recording);
          options.onRunning(1);
          try {
            await recording.started;
          } catch (error) {
            remove(instanceId, recording);
            throw error;
          }
          // Stopped before it began: its end is told, and must not be followed by its start.
          if (recording.stopping) throw new RoomError('conflict', 'The recording was stopped.');
          keepTime();
          announce(recording);
          return { recordingId: recording.id, instanceId };
        },
        async 'update-recording'({ member, params }) {
          const recording = find(params.instanceId);
          await checkMayStart(options, meeting, member, recording.description.recordingType);
          if (params.layout !== undefined) {
            recording.setLayout(readLayout(params.layout, recording.description.recordingType));
          }
        },
        async 'stop-recording'({ member, params }) {
          const recording = find(params.instanceId);
          await checkMayStart(options, meeting, member, recording.description.recordingType);
          return { duration: await recording.stop() };
        },
      },
      onMemberEntered(member) {
        update();
        for (const recording of running.values()) announce(recording, member.sessionId);
      },
      onMemberChanged: update,
      onMemberLeft: update,
      async close() {
        closing = true;
        stopTimer?.();
        await Promise.all([...running.values()].map((recording) => recording.stop()));
        closed = true;
      },
    };
  };
}

async function checkMayStart(
  { mayRecordCall }: RecordingFeatureOptions,
  { config, callId, orgId }: MeetingContext,
  member: RoomMember,
  type: 'cloud' | 'raw-tracks',
): Promise<void> {
  const { canAdmin } = member.permissions;
  const administers = typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('streaming');
  if (callId !== undefined) {
    if (await mayRecordCall(orgId, callId)) return;
    throw new RoomError('not_allowed', 'Calls with this assistant are not recorded here.');
  }
  if (member.owner || administers || config.enable_recording === type) return;
  throw new RoomError(
    'not_allowed',
    'Only owners, and those who may administer streaming, record in this room.',
  );
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

function noFfmpeg(): RoomError {
  return new RoomError(
    'not_configured',
    'This server has no ffmpeg, which composes the video: install it or set FFMPEG_PATH, or record with the layout audio-only.',
  );
}
