import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import type { DiskSpace } from '../../platform/data-folder/disk-space.ts';
import type { RecordingFiles } from '../../platform/storage/recording-files.ts';
import type { CreateMeetingFeature, MeetingContext } from '../meetings/request-handlers.ts';
import type { Ffmpeg } from '../tracks/ffmpeg.ts';
import type { Composer } from './composer.ts';
import { readLayout, readPicture } from './picture.ts';
import type { RecordingMoves } from './recording-moves.ts';
import type { RecordingStore } from './recording-store.ts';
import type { RunningRecording } from './running-recording.ts';
import { createRunningRecordings } from './running-recordings.ts';

export interface RecordingFeatureOptions {
  readonly store: RecordingStore;
  readonly files: RecordingFiles;
  readonly composer: Composer;
  readonly moves: Pick<RecordingMoves, 'enqueue'>;
  readonly ffmpeg: Ffmpeg | null;
  readonly disk: Pick<DiskSpace, 'isLow'>;
  /** One more runs, or one less. */
  readonly onRunning: (change: 1 | -1) => void;
  /** Whether a call's assistant asks for a recording, and the operator allows it. */
  readonly mayRecordCall: (orgId: string, callId: string) => Promise<boolean>;
}

/** For a client that names none. */
const INSTANCE = 'default';
/** The server's own recording of a call; no client may take the name. */
export const CALL_INSTANCE = 'call';
/** Seconds; as long as published clients record when nothing is said. */
const MAX_DURATION = 10_800;

/** Recording of meetings and calls: start, update and stop, by those who may. */
export function createRecordingFeature(options: RecordingFeatureOptions): CreateMeetingFeature {
  return (meeting) => {
    const running = createRunningRecordings(options, meeting);
    const { ownRecording } = meeting;

    async function findOwn(member: RoomMember, instanceId = INSTANCE): Promise<RunningRecording> {
      const recording = running.find(instanceId);
      await checkMayStart(options, meeting, member, recording.description.recordingType);
      return recording;
    }

    return {
      handlers: {
        async 'start-recording'({ member, params }) {
          await checkMayStart(options, meeting, member, params.type);
          const { type, instanceId = INSTANCE, maxDuration = MAX_DURATION } = params;
          checkName(meeting, instanceId);
          const layout = readLayout(params.layout, type);
          const picture = type === 'cloud' ? readPicture(params, layout) : null;
          if (picture !== null && options.ffmpeg === null) throw noFfmpeg();
          const { id: recordingId } = await running.start({
            instanceId,
            type,
            layout,
            picture,
            isAnnounced: true,
            startedBy: member.sessionId,
            maxDuration: maxDuration * 1_000,
          });
          return { recordingId, instanceId };
        },
        async 'update-recording'({ member, params }) {
          const recording = await findOwn(member, params.instanceId);
          if (params.layout !== undefined) {
            recording.setLayout(readLayout(params.layout, recording.description.recordingType));
          }
        },
        async 'stop-recording'({ member, params }) {
          const recording = await findOwn(member, params.instanceId);
          return { duration: await recording.stop() };
        },
      },
      ...(ownRecording && {
        async onCallStarting() {
          await running.start({
            ...ownRecording,
            instanceId: CALL_INSTANCE,
            picture: null,
            type: 'raw-tracks',
            layout: { preset: 'raw-tracks-audio-only' },
            // As long as the call.
            maxDuration: Number.POSITIVE_INFINITY,
          });
        },
      }),
      onMemberEntered(member) {
        running.update();
        running.announceTo(member.sessionId);
      },
      onMemberChanged: running.update,
      onMemberLeft: running.update,
      close: running.close,
    };
  };
}

function checkName({ callId }: MeetingContext, instanceId: string): void {
  if (callId === undefined || instanceId !== CALL_INSTANCE) return;
  throw new RoomError(
    'bad_request',
    `instanceId: "${CALL_INSTANCE}" is the server's own recording; choose another.`,
  );
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

function noFfmpeg(): RoomError {
  return new RoomError(
    'not_configured',
    'This server has no ffmpeg, which composes the video: install it or set FFMPEG_PATH, or record with the layout audio-only.',
  );
}
