import type { MediaEngine } from '@kindling/media';
import type { Logger } from 'pino';
import { createCallAnalyses } from '../calls/analysis/call-analysis.ts';
import type { CallStore } from '../calls/call-store.ts';
import { createSelectModel, type SpeechEngines } from '../calls/engines.ts';
import { createEraseCalls } from '../calls/erase-calls.ts';
import type { LiveCalls } from '../calls/live-calls.ts';
import { createCallWebhooks } from '../calls/webhooks/call-webhooks.ts';
import { createWhoAnswers } from '../calls/who-answers.ts';
import { createOpenCast } from '../casts/open-cast.ts';
import { createOpenCastTalk } from '../casts/open-cast-talk.ts';
import { createChatStore } from '../chats/chat-store.ts';
import type { Config } from '../config.ts';
import { createFileContents } from '../files/file-contents.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { VisitorOf } from '../http/visitor.ts';
import { createWebhookSecrets } from '../http-out/webhook-secrets.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { composeKnowledge } from '../knowledge/compose-knowledge.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { createLogStore } from '../logs/log-store.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import { createOutboxFiles } from '../mail/outbox-files.ts';
import type { LiveMeetings } from '../meetings/live-meetings.ts';
import type { MeetingTokens } from '../meetings/meeting-tokens.ts';
import type { CreateMeetingFeature } from '../meetings/request-handlers.ts';
import type { RoomStore } from '../meetings/room-store.ts';
import { createOwnModels } from '../models/own-models.ts';
import type { PendingWork } from '../pending-work.ts';
import { composePeople } from '../people/compose-people.ts';
import type { Recordings } from '../recordings/create-recordings.ts';
import { createRetentionStore } from '../retention/retention-store.ts';
import type { IceServersFor } from '../rooms/ice-servers.ts';
import type { Vault } from '../secrets/vault.ts';
import type { ServerParts } from '../server-parts.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createJudge } from '../test-suites/judge/judge.ts';
import { createOpenSubject } from '../test-suites/open-subject.ts';
import type { OwnerKey } from '../tokens/owner-key.ts';
import type { Sessions } from '../tokens/sessions.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { composeTools } from '../tools/compose-tools.ts';
import { createDailyBudgets } from '../usage/daily-budgets.ts';
import { createUsageStore } from '../usage/usage-store.ts';
import { analyticsHandlers } from './analytics/handlers.ts';
import type { AssistantStore } from './assistant/assistant-store.ts';
import { assistantHandlers } from './assistant/handlers.ts';
import { createWebCallHandler } from './call/create-web-call.ts';
import { callHandlers } from './call/handlers.ts';
import { campaignHandlers } from './campaign/handlers.ts';
import { placeNoCall } from './campaign/place-call.ts';
import { chatHandlers } from './chat/handlers.ts';
import { createCredentialStore } from './credential/credential-store.ts';
import { createProveToServer } from './credential/server-proof.ts';
import { logHandlers } from './log/handlers.ts';
import { createOrgApi } from './org/create-org-api.ts';
import type { OrgInvitations } from './org/org-invitations.ts';
import { createOrgStore } from './org/org-store.ts';
import { createCheckNamedRows } from './owned-rows.ts';
import { phoneNumberHandlers } from './phone-number/handlers.ts';
import { createPhoneNumberStore } from './phone-number/phone-number-store.ts';
import { composeProviders } from './provider/compose-providers.ts';
import type { Handlers } from './registrar.ts';
import { retentionHandlers } from './retention/handlers.ts';
import { roomHandlers } from './room/handlers.ts';
import { createCheckReferences } from './session/check-references.ts';
import { sessionHandlers } from './session/handlers.ts';
import { squadHandlers } from './squad/handlers.ts';
import { createSquadStore } from './squad/squad-store.ts';
import { supportHandlers } from './support/handlers.ts';
import { templateHandlers } from './template/handlers.ts';
import { testSuiteHandlers } from './test-suite/handlers.ts';
import { tokenHandlers } from './token/handlers.ts';
import { createKeyStore } from './token/key-store.ts';
import { toolHandlers } from './tool/handlers.ts';
import { createToolStore } from './tool/tool-store.ts';
import { webhookHandlers } from './webhook/handlers.ts';
import { createGenerateWorkflow } from './workflow/generate-workflow.ts';
import { workflowHandlers } from './workflow/handlers.ts';
import { createWorkflowStore } from './workflow/workflow-store.ts';

/** What the operations are carried out with; opened and closed by others. */
export interface ApiServices {
  readonly config: Config;
  readonly parts: Pick<ServerParts, 'createConversation' | 'createHttpOut' | 'models' | 'clock'>;
  readonly log: Logger;
  readonly db: Database;
  readonly pending: PendingWork;
  readonly mail: MailQueue;
  /** Not started yet. */
  readonly jobs: Jobs;
  readonly logs: LogWriter;
  /** What requests to servers of organisations are signed with. */
  readonly webhookSecret: Buffer;
  readonly vault: Vault;
  readonly media: MediaEngine;
  readonly metrics: Metrics;
  readonly tokens: TokenStore;
  /** The key in the data folder. */
  readonly ownerKey: OwnerKey;
  readonly sessions: Sessions;
  readonly invitations: OrgInvitations;
  readonly assistants: AssistantStore;
  readonly calls: CallStore;
  readonly live: LiveCalls;
  readonly visitorOf: VisitorOf;
  readonly meetings: LiveMeetings;
  readonly meetingTokens: MeetingTokens;
  readonly rooms: RoomStore;
  readonly recordings: Recordings;
  /** What people can do in calls beside talking. */
  readonly features: readonly CreateMeetingFeature[];
  readonly iceServers: IceServersFor;
  /** Where files are kept. */
  readonly blobFolder: string;
  /** Whether the host has an ffmpeg. */
  readonly hasFfmpeg: boolean;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
}

/** The handler of every operation: a line a resource. */
export function composeApi(services: ApiServices): Handlers {
  const { config, db, parts, assistants, calls, mail, recordings } = services;
  const { clock } = parts;
  const sessionStore = createSessionStore(db, () => clock.now());
  const http = parts.createHttpOut({ allowPrivate: config.privateAddresses });
  const secrets = createWebhookSecrets(services.webhookSecret);
  const knowledge = composeKnowledge({
    ...{ db, blobFolder: services.blobFolder, keepFree: config.roomMedia.keepFree },
  });
  const credentials = createCredentialStore(db, services.vault);
  const { toolbox, callServer, orgServers } = composeTools({
    prove: createProveToServer({ credentials, http, clock }),
    ...{ db, clock, http, secrets, log: services.log, logs: services.logs },
    searchKnowledge: knowledge.searchKnowledge,
  });
  const webhooks = createCallWebhooks({
    ...{ db, clock, callServer, orgServers, jobs: services.jobs, log: services.log },
    recordings: recordings.ofCalls,
  });
  const analyses = createCallAnalyses({
    ...{ db, clock, webhooks, jobs: services.jobs, log: services.log, logs: services.logs },
    ...{ llm: config.llm, models: parts.models },
  });
  const selectModel = createSelectModel({
    ...{ factories: parts.models, llm: config.llm, userFetch: http.fetch },
  });
  const chooseModel = knowledge.createChooseModel({
    selectModel: createOwnModels({
      ...{ selectModel, credentials, openAi: parts.models.openAi, fetch: http.fetch },
    }),
    ...{ callServer, createGuide: parts.models.guide, log: services.log },
    now: () => clock.now(),
  });
  const squads = createSquadStore(db);
  const workflows = createWorkflowStore(db);
  const openCast = createOpenCast({
    ...{ assistants, squads, workflows, chooseModel, toolbox, log: services.log },
    now: () => new Date(clock.now()),
  });
  const orgs = createOrgStore(db);
  const budgets = createDailyBudgets({
    usage: createUsageStore(db),
    now: () => clock.now(),
  });
  const startWebCall = createWebCallHandler({
    ...services,
    budgets,
    findOrg: orgs.get,
    recordsCalls: config.roomMedia.callRecording,
    recordsVideo: config.roomMedia.callRecording && services.hasFfmpeg,
    ...{ openCast, sessionStore, webhooks, analyses, clock },
    createConversation: parts.createConversation,
    addressLimit: createRateLimit(config.limits.callsPerMinutePerIp),
    tokenLimit: createRateLimit(config.limits.callsPerMinutePerKey),
  });
  const checkNamedRows = createCheckNamedRows(db);
  const openSubject = createOpenSubject(openCast);
  const phoneNumbers = createPhoneNumberStore(db, services.vault);
  const erase = createEraseCalls({
    ...{ db, live: services.live, recordings: recordings.eraser, logs: services.logs },
  });
  return {
    ...analyticsHandlers(db),
    ...assistantHandlers({ store: assistants, toolbox, checkNamedRows }),
    ...knowledge.handlers,
    ...chatHandlers({
      ...{ chats: createChatStore(db, sessionStore), sessions: sessionStore, clock },
      pending: services.pending,
      openTalk: createOpenCastTalk({ openCast, budgets, findOrg: orgs.get }),
      addressLimit: createRateLimit(config.limits.chatsPerMinutePerIp),
      tokenLimit: createRateLimit(config.limits.chatsPerMinutePerKey),
    }),
    ...campaignHandlers({ ...{ db, clock, jobs: services.jobs }, placeCall: placeNoCall }),
    ...testSuiteHandlers({
      ...{ db, clock, openSubject, jobs: services.jobs, speech: services.speech },
      ...{ assistants, squads, workflows, phoneNumbers },
      whoAnswers: createWhoAnswers({ callServer, orgServers, now: () => clock.now() }),
      judge: createJudge(config.llm, parts.models),
      createConversation: parts.createConversation,
    }),
    ...sessionHandlers({ sessions: sessionStore, checkReferences: createCheckReferences(db) }),
    ...callHandlers({
      ...{ db, calls, erase, startWebCall, logs: services.logs },
      recordings: recordings.ofCalls,
    }),
    ...composePeople({
      ...{ db, clock, logs: services.logs, eraseCalls: erase, linksOf: recordings.linksOf },
      outbox: createOutboxFiles(config.mail.outboxFolder),
      contents: createFileContents(services.blobFolder),
    }),
    ...phoneNumberHandlers(phoneNumbers),
    ...retentionHandlers(
      createRetentionStore({ db, now: () => clock.now(), defaults: config.retention }),
    ),
    ...createOrgApi(services),
    ...composeProviders({
      ...{ db, http, clock, credentials, logs: services.logs },
      secret: services.webhookSecret,
    }),
    ...logHandlers({ store: createLogStore(db), writer: services.logs }),
    ...recordings.handlers,
    ...roomHandlers({
      ...{ rooms: services.rooms, meetings: services.meetings, tokens: services.meetingTokens },
    }),
    ...squadHandlers({ squads, assistants }),
    ...supportHandlers({ db, mail, clock }),
    ...templateHandlers({ db }),
    ...tokenHandlers(createKeyStore(db), services.ownerKey),
    ...toolHandlers({ db, toolbox, checkNamedRows }),
    ...webhookHandlers(secrets),
    ...workflowHandlers({
      workflows,
      generate: createGenerateWorkflow({
        ...{ calls, llm: config.llm, models: parts.models, tools: createToolStore(db) },
      }),
    }),
  };
}
