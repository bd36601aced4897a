import type { MediaEngine } from '@kindling/media';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { composeApi } from '../http/compose-api.ts';
import { createIdempotency, type Idempotency } from '../http/registrar/idempotency.ts';
import { createAssistantStore } from '../modules/assistants/assistant-store.ts';
import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import { createLiveCalls, type LiveCalls } from '../modules/calls/live/live-calls.ts';
import { createCallStore } from '../modules/calls/store/call-store.ts';
import { uploadFolder } from '../modules/files/upload-folder.ts';
import type { LogWriter } from '../modules/logs/log-port.ts';
import { createOrgInvitations } from '../modules/orgs/org-invitations.ts';
import { createReadDataUse } from '../modules/privacy/read-data-use.ts';
import { createWhoHears } from '../modules/privacy/who-hears.ts';
import { createRetentionJob } from '../modules/retention/retention-job.ts';
import { createRetentionStore } from '../modules/retention/retention-store.ts';
import { createInvitations } from '../modules/scheduling/invitations/create-invitations.ts';
import { createManageTokens } from '../modules/scheduling/manage-token.ts';
import type { Schedule } from '../modules/scheduling/settings/schedule-schema.ts';
import type { OwnerKey } from '../modules/tokens/owner-key.ts';
import { createSessions } from '../modules/tokens/sessions.ts';
import { createTokenStore } from '../modules/tokens/token-store.ts';
import { voiceSampleRoutes } from '../modules/voice-library/sample-routes.ts';
import type { Config } from '../platform/config/config.ts';
import { createIceServers } from '../platform/config/ice-servers.ts';
import { createDiskSpace } from '../platform/data-folder/disk-space.ts';
import type { Database } from '../platform/database/database.ts';
import { createDatabaseHealth } from '../platform/database/database-health.ts';
import type { HourlyJob } from '../platform/jobs/hourly-job.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { createPendingWork, type PendingWork } from '../platform/jobs/pending-work.ts';
import type { MailQueue } from '../platform/mail/mail-queue.ts';
import { createOutboxFiles } from '../platform/mail/outbox-files.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { createVisitorOf } from '../platform/requests/visitor.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { createFeatureSet } from '../rooms/meetings/feature-set.ts';
import { createLiveMeetings, type LiveMeetings } from '../rooms/meetings/live-meetings.ts';
import { createMeetingTokens } from '../rooms/meetings/meeting-tokens.ts';
import { createSessionData } from '../rooms/meetings/people/session-data.ts';
import type { CreateMeetingFeature } from '../rooms/meetings/request-handlers.ts';
import { createRoomStore } from '../rooms/meetings/room-store.ts';
import { createMediaPlayerFeature } from '../rooms/player/media-player-feature.ts';
import { createRecordings, type Recordings } from '../rooms/recording/create-recordings.ts';
import { createRooms } from '../rooms/signalling/find-rooms.ts';
import { createTestRooms } from '../rooms/signalling/test-rooms.ts';
import type { Ffmpeg } from '../rooms/tracks/ffmpeg.ts';
import { createTranscriptionFeature } from '../rooms/transcription/transcription-feature.ts';
import { createApp } from './app.ts';
import type { ServerParts } from './server-parts.ts';

export interface ComposeOptions {
  readonly config: Config;
  readonly parts: Pick<ServerParts, 'createConversation' | 'createHttpOut' | 'models' | 'clock'>;
  readonly log: Logger;
  readonly db: Database;
  readonly media: MediaEngine;
  readonly metrics: Metrics;
  readonly mail: MailQueue;
  /** Not started yet: parts say here what they do for theirs. */
  readonly jobs: Jobs;
  readonly vault: Vault;
  readonly logs: LogWriter;
  readonly schedule: Schedule;
  /** What manage links are made with. */
  readonly bookingSecret: Buffer;
  /** What meeting tokens are signed with. */
  readonly meetingSecret: Buffer;
  /** What sessions of the API are signed with. */
  readonly sessionSecret: Buffer;
  /** The key of the operator. */
  readonly ownerKey: OwnerKey;
  /** Where recordings are kept. */
  readonly blobFolder: string;
  /** For what may be lost. */
  readonly cacheFolder: string;
  /** Null: the host has none. */
  readonly ffmpeg: Ffmpeg | null;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly isClosing: () => boolean;
}

export interface ComposedServer {
  readonly app: Hono<AppEnv>;
  readonly live: LiveCalls;
  readonly meetings: LiveMeetings;
  readonly pending: PendingWork;
  readonly recordings: Recordings;
  readonly idempotency: Idempotency;
  readonly retention: HourlyJob;
}

/** Composes stores, calls and routes over resources that the caller opened and closes. */
export function composeServer(options: ComposeOptions): ComposedServer {
  const { config, db, log, media, metrics, parts, speech } = options;
  const visitorOf = createVisitorOf(config.exemptNetworks);
  const live = createLiveCalls({
    lines: config.limits.calls,
    keptForPrivateKeys: config.limits.callsForPrivateKeys,
    perVisitor: config.limits.callsPerVisitor,
    unjoined: config.limits.unjoinedCalls,
    onRejected: metrics.callRejected,
  });
  const calls = createCallStore(db);
  const recordings = createRecordings({
    db,
    log,
    ffmpeg: options.ffmpeg,
    blobFolder: options.blobFolder,
    clock: parts.clock,
    secret: options.meetingSecret,
    disk: createDiskSpace({ folder: options.blobFolder, keepFree: config.roomMedia.keepFree }),
    keepDays: config.roomMedia.keepDays,
    async mayRecordCall(orgId, callId) {
      if (!config.roomMedia.callRecording) return false;
      const { recordingEnabled, videoRecordingEnabled } =
        (await calls.find(orgId, callId))?.artifactPlan ?? {};
      return recordingEnabled === true || videoRecordingEnabled === true;
    },
  });
  // What people can do in meetings beside talking; every meeting and every call gets each.
  const features: readonly CreateMeetingFeature[] = [
    recordings.feature,
    createTranscriptionFeature({ speech }),
    createMediaPlayerFeature({
      ffmpeg: options.ffmpeg,
      cacheFolder: options.cacheFolder,
      origins: config.roomMedia.playerOrigins,
    }),
  ];
  const store = createRoomStore(db);
  const meetingTokens = createMeetingTokens(options.meetingSecret);
  const meetings = createLiveMeetings({
    media,
    log,
    features,
    clock: parts.clock,
    limits: config.limits,
  });
  metrics.watch({
    activeCalls: () => live.size,
    unjoinedCalls: () => live.unjoined,
    meetings: () => meetings.stats(),
    recordings: () => recordings.running,
    media: () => media.stats(),
  });
  const assistants = createAssistantStore(db);
  const tokens = createTokenStore(db);
  const pending = createPendingWork(parts.clock);
  const sessions = createSessions({ secret: options.sessionSecret, clock: parts.clock, tokens });
  const invitations = createOrgInvitations({
    db,
    mail: options.mail,
    now: () => parts.clock.now(),
  });
  const idempotency = createIdempotency({
    db,
    vault: options.vault,
    now: () => parts.clock.now(),
  });
  const retentionStore = createRetentionStore({
    db,
    now: () => parts.clock.now(),
    defaults: config.retention,
  });
  const readDataUse = createReadDataUse({
    config,
    retention: retentionStore,
    whoHears: createWhoHears({ db, llm: config.llm }),
  });
  const iceServers = createIceServers(config.ice, () => parts.clock.now());
  const app = createApp({
    iceServers,
    config,
    log,
    metrics,
    assistants,
    readDataUse,
    logs: options.logs,
    now: () => parts.clock.now(),
    recordingFiles: recordings.routes,
    voiceSamples: voiceSampleRoutes(speech),
    rooms: createRooms({
      meetings,
      store,
      calls: live,
      tokens: meetingTokens,
      clock: parts.clock,
      tests: createTestRooms(media, {
        visitorOf,
        perVisitor: config.limits.callsPerVisitor,
        onRejected: metrics.callRejected,
      }),
    }),
    leads: { db, mail: options.mail },
    scheduling: {
      db,
      mail: options.mail,
      schedule: options.schedule,
      clock: parts.clock,
      tokens: createManageTokens(options.bookingSecret),
      invitations: createInvitations(config.mail),
    },
    tokens,
    sessions,
    invitations,
    isReady: () => speech() !== null && !options.isClosing(),
    database: createDatabaseHealth(db, parts.clock),
    idempotency,
    uploadFolder: uploadFolder(options.blobFolder),
    handlers: composeApi({
      config,
      parts,
      log,
      db,
      media,
      metrics,
      speech,
      pending,
      visitorOf,
      mail: options.mail,
      jobs: options.jobs,
      logs: options.logs,
      vault: options.vault,
      webhookSecret: options.sessionSecret,
      ownerKey: options.ownerKey,
      tokens,
      sessions,
      invitations,
      assistants,
      calls,
      live,
      meetings,
      meetingTokens,
      recordings,
      iceServers,
      rooms: store,
      openFeatures: (meeting) =>
        createFeatureSet(
          meeting,
          [createSessionData, ...features].map((create) => create(meeting)),
        ),
      blobFolder: options.blobFolder,
      hasFfmpeg: options.ffmpeg !== null,
    }),
  });
  const retention = createRetentionJob({
    db,
    idempotency,
    jobs: options.jobs,
    clock: parts.clock,
    recordings: recordings.eraser,
    outbox: createOutboxFiles(config.mail.outboxFolder),
    store: retentionStore,
  });
  return { app, live, meetings, pending, recordings, idempotency, retention };
}
