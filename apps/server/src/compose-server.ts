import type { MediaEngine } from '@kindling/media';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { createAssistantStore } from './api/assistant/assistant-store.ts';
import { composeApi } from './api/compose-api.ts';
import { createOrgInvitations } from './api/org/org-invitations.ts';
import { createRepetitions, type Repetitions } from './api/repetitions.ts';
import { voiceSampleRoutes } from './api/voice-library/sample-routes.ts';
import { createApp } from './app.ts';
import { createCallStore } from './calls/call-store.ts';
import type { SpeechEngines } from './calls/engines.ts';
import { createLiveCalls, type LiveCalls } from './calls/live-calls.ts';
import type { Config } from './config.ts';
import { uploadFolder } from './files/upload-folder.ts';
import type { AppEnv } from './http/app-env.ts';
import { createVisitorOf } from './http/visitor.ts';
import type { HourlyJob } from './jobs/hourly-job.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LogWriter } from './logs/log-port.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import { createOutboxFiles } from './mail/outbox-files.ts';
import { createMediaPlayerFeature } from './media-player/media-player-feature.ts';
import { createLiveMeetings, type LiveMeetings } from './meetings/live-meetings.ts';
import { createMeetingTokens } from './meetings/meeting-tokens.ts';
import type { CreateMeetingFeature } from './meetings/request-handlers.ts';
import { createRoomStore } from './meetings/room-store.ts';
import { createPendingWork, type PendingWork } from './pending-work.ts';
import { createReadDataUse } from './privacy/read-data-use.ts';
import { createWhoHears } from './privacy/who-hears.ts';
import { createRecordings, type Recordings } from './recordings/create-recordings.ts';
import { createDiskSpace } from './recordings/disk-space.ts';
import { createRetentionJob } from './retention/retention-job.ts';
import { createRetentionStore } from './retention/retention-store.ts';
import type { Ffmpeg } from './room-media/ffmpeg.ts';
import { createRooms } from './rooms/find-rooms.ts';
import { createIceServers } from './rooms/ice-servers.ts';
import { createTestRooms } from './rooms/test-rooms.ts';
import { createInvitations } from './scheduling/invitations/create-invitations.ts';
import { createManageTokens } from './scheduling/manage-token.ts';
import type { Schedule } from './scheduling/settings/schedule-schema.ts';
import type { Vault } from './secrets/vault.ts';
import type { ServerParts } from './server-parts.ts';
import type { Database } from './storage/database.ts';
import { createDatabaseHealth } from './storage/database-health.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { OwnerKey } from './tokens/owner-key.ts';
import { createSessions } from './tokens/sessions.ts';
import { createTokenStore } from './tokens/token-store.ts';
import { createTranscriptionFeature } from './transcription/transcription-feature.ts';

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
  /** Of whoever runs the server. */
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
  readonly repetitions: Repetitions;
  readonly retention: HourlyJob;
}

/** Joins stores, calls and routes over resources that somebody else opened and will close. */
export function composeServer(options: ComposeOptions): ComposedServer {
  const { config, db, log, media, metrics, parts, speech } = options;
  const visitorOf = createVisitorOf(config.exemptNetworks);
  const live = createLiveCalls({
    lines: config.limits.calls,
    keptForPrivateKeys: config.limits.callsForPrivateKeys,
    perVisitor: config.limits.callsPerVisitor,
    unjoined: config.limits.unjoinedCalls,
    onRefused: metrics.callRefused,
  });
  const calls = createCallStore(db);
  const recordings = createRecordings({
    ...{ db, log, ffmpeg: options.ffmpeg, blobFolder: options.blobFolder, clock: parts.clock },
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
      ...{ ffmpeg: options.ffmpeg, cacheFolder: options.cacheFolder },
      origins: config.roomMedia.playerOrigins,
    }),
  ];
  const store = createRoomStore(db);
  const meetingTokens = createMeetingTokens(options.meetingSecret);
  const meetings = createLiveMeetings({
    ...{ media, log, features, clock: parts.clock, limits: config.limits },
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
  const repetitions = createRepetitions({
    ...{ db, vault: options.vault },
    now: () => parts.clock.now(),
  });
  const retentionStore = createRetentionStore({
    db,
    now: () => parts.clock.now(),
    defaults: config.retention,
  });
  const readDataUse = createReadDataUse({
    ...{ config, retention: retentionStore, whoHears: createWhoHears({ db, llm: config.llm }) },
  });
  const iceServers = createIceServers(config.ice, () => parts.clock.now());
  const app = createApp({
    iceServers,
    ...{ config, log, metrics, assistants, readDataUse, logs: options.logs },
    now: () => parts.clock.now(),
    recordingFiles: recordings.routes,
    voiceSamples: voiceSampleRoutes(speech),
    rooms: createRooms({
      ...{ meetings, store, calls: live, tokens: meetingTokens, clock: parts.clock },
      tests: createTestRooms(media, {
        ...{ visitorOf, perVisitor: config.limits.callsPerVisitor },
        onRefused: metrics.callRefused,
      }),
    }),
    leads: { db, mail: options.mail },
    scheduling: {
      ...{ db, mail: options.mail, schedule: options.schedule, clock: parts.clock },
      tokens: createManageTokens(options.bookingSecret),
      invitations: createInvitations(config.mail),
    },
    ...{ tokens, sessions, invitations },
    isReady: () => speech() !== null && !options.isClosing(),
    database: createDatabaseHealth(db, parts.clock),
    repetitions,
    uploadFolder: uploadFolder(options.blobFolder),
    handlers: composeApi({
      ...{ config, parts, log, db, media, metrics, speech, pending, visitorOf },
      ...{ mail: options.mail, jobs: options.jobs, logs: options.logs, vault: options.vault },
      webhookSecret: options.sessionSecret,
      ownerKey: options.ownerKey,
      ...{ tokens, sessions, invitations, assistants, calls, live, meetings, meetingTokens },
      ...{ recordings, features, iceServers, rooms: store },
      ...{ blobFolder: options.blobFolder, hasFfmpeg: options.ffmpeg !== null },
    }),
  });
  const retention = createRetentionJob({
    ...{ db, repetitions, jobs: options.jobs, clock: parts.clock },
    ...{ recordings: recordings.eraser, outbox: createOutboxFiles(config.mail.outboxFolder) },
    store: retentionStore,
  });
  return { app, live, meetings, pending, recordings, repetitions, retention };
}
