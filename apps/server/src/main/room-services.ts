import { createHmac } from 'node:crypto';
import { isMember } from '../platform/cluster/nodes.ts';
import { createDiskSpace } from '../platform/data-folder/disk-space.ts';
import { createVisitorOf } from '../platform/requests/visitors/visitor.ts';
import { createFeatureSet, type OpenFeatures } from '../rooms/meetings/feature-set.ts';
import { createLiveMeetings, type LiveMeetings } from '../rooms/meetings/live-meetings.ts';
import {
  createPlayerRefusals,
  createRecordingRefusals,
} from '../rooms/meetings/livekit-refusals.ts';
import { createMeetingClaims } from '../rooms/meetings/meeting-claims.ts';
import { createMeetingTokens, type MeetingTokens } from '../rooms/meetings/meeting-tokens.ts';
import { createSessionData } from '../rooms/meetings/people/session-data.ts';
import type { CreateMeetingFeature } from '../rooms/meetings/request-handlers.ts';
import { createTakeMeetings, type TakeMeetings } from '../rooms/meetings/return/take-meetings.ts';
import { createRoomStore } from '../rooms/meetings/room-store.ts';
import {
  createBackgroundSounds,
  type FindBackgroundSound,
} from '../rooms/player/background-sounds.ts';
import { createMediaPlayerFeature } from '../rooms/player/media-player-feature.ts';
import { createRecordings, type Recordings } from '../rooms/recording/create-recordings.ts';
import { createRooms } from '../rooms/signalling/find-rooms.ts';
import type { Rooms } from '../rooms/signalling/room-gateway.ts';
import { createTestRooms, type TestRooms } from '../rooms/signalling/test-rooms.ts';
import { createTranscriptionFeature } from '../rooms/transcription/transcription-feature.ts';
import type { ModuleServices } from './module-services.ts';
import type { OpenedServer } from './server-context.ts';

/** What calls and meetings have in common: their rooms, and what can be done in them. */
export interface RoomServices {
  readonly recordings: Recordings;
  readonly meetings: LiveMeetings;
  readonly takeMeetings: TakeMeetings;
  readonly meetingTokens: MeetingTokens;
  /** What people can do in calls beside talking. */
  readonly openFeatures: OpenFeatures;
  /** What is heard behind assistants. */
  readonly backgroundSound: FindBackgroundSound;
  /** By their address, whichever a room is of. */
  readonly rooms: Rooms;
}

type RoomsContext = OpenedServer & Pick<ModuleServices, 'calls' | 'live' | 'lost'>;

export function createRoomServices(context: RoomsContext): RoomServices {
  const { config, clock, db, log, nodes } = context;
  const byLivekit = config.media.livekitMeetings !== null;
  const recordings = openRecordings(context);
  const transcription = createTranscriptionFeature({ speech: context.speech });
  // What people can do beside talking; every call gets each, and every meeting that this server carries.
  const features: readonly CreateMeetingFeature[] = [
    recordings.feature,
    transcription,
    createMediaPlayerFeature({
      ffmpeg: context.ffmpeg,
      cacheFolder: context.folders.cache,
      origins: config.roomMedia.playerOrigins,
    }),
  ];
  const overLivekit: readonly CreateMeetingFeature[] = [
    recordings.egressFeature ?? createRecordingRefusals,
    transcription,
    createPlayerRefusals,
  ];
  const claims = createMeetingClaims(db, nodes);
  const meetings = createLiveMeetings({
    ...{ log, clock, nodes },
    media: context.callMedia.meetings,
    features: byLivekit ? overLivekit : features,
    ...(nodes.isCluster && { claims }),
    nameless: (person) =>
      createHmac('sha256', context.secrets.meeting).update(person).digest('base64url'),
    mayOpen: () => isMember(nodes) && !context.isDraining(),
    limits: config.limits,
  });
  const meetingTokens = createMeetingTokens(context.secrets.meeting);
  return {
    recordings,
    meetings,
    takeMeetings: createTakeMeetings({
      ...{ clock, claims, meetings },
      mayTake: () => !context.isDraining() && !context.isClosing(),
    }),
    meetingTokens,
    openFeatures: (meeting) =>
      createFeatureSet(meeting, [
        createSessionData(meeting),
        ...features.map((create) => create(meeting)),
      ]),
    backgroundSound: createBackgroundSounds({
      ...context,
      cacheFolder: context.folders.cache,
    }),
    rooms: createRooms({
      meetings,
      clock,
      store: createRoomStore(db),
      calls: context.live,
      lost: context.lost,
      wasOfCall: (roomName) => context.calls.hadRoom(roomName),
      isOfCall: (roomName) => context.calls.hasRoom(roomName),
      async isHeld(roomName) {
        const owner = await claims.find(roomName);
        return owner !== null && owner !== nodes.own;
      },
      ...(byLivekit && { meetingMedia: 'livekit' }),
      tokens: meetingTokens,
      tests: openTestRooms(context),
    }),
  };
}

function openTestRooms({ config, media, metrics, nodes, sharedUses }: RoomsContext): TestRooms {
  return createTestRooms(media, {
    visitorOf: createVisitorOf(config.exemptNetworks),
    perVisitor: config.limits.callsPerVisitor,
    shared: sharedUses('connection-test', config.limits.callsPerVisitor),
    onRejected: metrics.callRejected,
    node: () => nodes.own,
  });
}

function openRecordings(context: RoomsContext): Recordings {
  const { config, calls, clock, db, ffmpeg, log } = context;
  const { callRecording, keepFree, keepDays } = config.roomMedia;
  const { egress } = context.callMedia;
  const workFolder = context.folders.blobs;
  return createRecordings({
    db,
    nodes: context.nodes,
    log,
    clock,
    ffmpeg,
    keepDays,
    workFolder,
    blobs: context.blobs,
    secret: context.secrets.meeting,
    disk: createDiskSpace({ folder: workFolder, keepFree }),
    egress: egress && { service: egress, prefix: config.storage?.prefix ?? '' },
    async mayRecordCall(orgId, callId) {
      if (!callRecording) return false;
      const { recordingEnabled, videoRecordingEnabled } =
        (await calls.find(orgId, callId))?.artifactPlan ?? {};
      return recordingEnabled === true || videoRecordingEnabled === true;
    },
  });
}
