import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import type { CreateMeetingFeature, MeetingContext } from '../meetings/request-handlers.ts';
import type { RecordingMaker, RunningRecording } from './recording-maker.ts';
import { createRunningRecordings } from './running-recordings.ts';

export interface RecordingFeatureOptions {
  readonly maker: RecordingMaker;
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
  const { maker } = options;
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
          const look = maker.readLook(params);
          const { id: recordingId } = await running.start({
            instanceId,
            type,
            ...look,
            isAnnounced: true,
            startedBy: member.sessionId,
            maxDuration: maxDuration * 1_000,
          });
          return { recordingId, instanceId };
        },
        async 'update-recording'({ member, params }) {
          const recording = await findOwn(member, params.instanceId);
          if (params.layout !== undefined) {
            const { recordingType } = recording.description;
            recording.setLayout(maker.readLayout(params.layout, recordingType));
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
