import type { MediaEngine } from '@kindling/media';
import type { Logger } from 'pino';
import type { ServerParts } from '../main/server-parts.ts';
import { analyticsHandlers } from '../modules/analytics/handlers.ts';
import type { AssistantStore } from '../modules/assistants/assistant-store.ts';
import { assistantHandlers } from '../modules/assistants/handlers.ts';
import { composeRuntime } from '../modules/assistants/runtime/compose-runtime.ts';
import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import { createCallAnalyses } from '../modules/calls/analysis/call-analysis.ts';
import { createWebCallHandler } from '../modules/calls/create-web-call.ts';
import { callHandlers } from '../modules/calls/handlers.ts';
import type { LiveCalls } from '../modules/calls/live/live-calls.ts';
import type { CallStore } from '../modules/calls/store/call-store.ts';
import { createEraseCalls } from '../modules/calls/store/erase-calls.ts';
import { createCallWebhooks } from '../modules/calls/webhooks/call-webhooks.ts';
import { campaignHandlers } from '../modules/campaigns/handlers.ts';
import { placeNoCall } from '../modules/campaigns/place-call.ts';
import { createResolveChatRouter } from '../modules/chats/chat-router.ts';
import { createChatStore } from '../modules/chats/chat-store.ts';
import { chatHandlers } from '../modules/chats/handlers.ts';
import { createCredentialStore } from '../modules/credentials/credential-store.ts';
import { createProveToServer } from '../modules/credentials/server-proof.ts';
import { composePeople } from '../modules/erasure/compose-people.ts';
import { createFileContents } from '../modules/files/file-contents.ts';
import { composeKnowledge } from '../modules/knowledge/compose-knowledge.ts';
import { logHandlers } from '../modules/logs/handlers.ts';
import type { LogWriter } from '../modules/logs/log-port.ts';
import { createLogStore } from '../modules/logs/log-store.ts';
import { createOrgApi } from '../modules/orgs/create-org-api.ts';
import type { OrgInvitations } from '../modules/orgs/org-invitations.ts';
import { createOrgStore } from '../modules/orgs/org-store.ts';
import { phoneNumberHandlers } from '../modules/phone-numbers/handlers.ts';
import { createPhoneNumberStore } from '../modules/phone-numbers/phone-number-store.ts';
import { composeProviders } from '../modules/providers/compose-providers.ts';
import { createCheckReferences } from '../modules/references/check-references.ts';
import { retentionHandlers } from '../modules/retention/handlers.ts';
import { createRetentionStore } from '../modules/retention/retention-store.ts';
import { sessionHandlers } from '../modules/sessions/handlers.ts';
import { createSessionStore, type SessionStore } from '../modules/sessions/session-store.ts';
import { squadHandlers } from '../modules/squads/handlers.ts';
import { createSquadStore } from '../modules/squads/squad-store.ts';
import { supportHandlers } from '../modules/support/handlers.ts';
import { templateHandlers } from '../modules/templates/handlers.ts';
import { testSuiteHandlers } from '../modules/test-suites/handlers.ts';
import { createJudge } from '../modules/test-suites/judge/judge.ts';
import { createOpenSubject } from '../modules/test-suites/open-subject.ts';
import { tokenHandlers } from '../modules/tokens/handlers.ts';
import { createKeyStore } from '../modules/tokens/key-store.ts';
import type { OwnerKey } from '../modules/tokens/owner-key.ts';
import type { Sessions } from '../modules/tokens/sessions.ts';
import type { TokenStore } from '../modules/tokens/token-store.ts';
import { composeTools } from '../modules/tools/compose-tools.ts';
import { toolHandlers } from '../modules/tools/handlers.ts';
import { createToolStore } from '../modules/tools/tool-store.ts';
import { createDailyBudgets } from '../modules/usage/daily-budgets.ts';
import { createUsageStore } from '../modules/usage/usage-store.ts';
import { webhookHandlers } from '../modules/webhooks/handlers.ts';
import { createGenerateWorkflow } from '../modules/workflows/generate-workflow.ts';
import { workflowHandlers } from '../modules/workflows/handlers.ts';
import { createWorkflowStore } from '../modules/workflows/workflow-store.ts';
import type { Config } from '../platform/config/config.ts';
import type { IceServersFor } from '../platform/config/ice-servers.ts';
import type { Database } from '../platform/database/database.ts';
import { createWebhookSecrets } from '../platform/http-client/webhook-secrets.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { PendingWork } from '../platform/jobs/pending-work.ts';
import type { MailQueue } from '../platform/mail/mail-queue.ts';
import { createOutboxFiles } from '../platform/mail/outbox-files.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Handlers } from '../platform/requests/operation-handlers.ts';
import { createRateLimit } from '../platform/requests/rate-limit.ts';
import type { VisitorOf } from '../platform/requests/visitor.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { OpenFeatures } from '../rooms/meetings/feature-set.ts';
import type { LiveMeetings } from '../rooms/meetings/live-meetings.ts';
import type { MeetingTokens } from '../rooms/meetings/meeting-tokens.ts';
import type { RoomStore } from '../rooms/meetings/room-store.ts';
import type { Recordings } from '../rooms/recording/create-recordings.ts';
import { roomHandlers } from '../rooms/signalling/handlers.ts';

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
  readonly openFeatures: OpenFeatures;
  readonly iceServers: IceServersFor;
  /** Where files are kept. */
  readonly blobFolder: string;
  /** Whether the host has an ffmpeg. */
  readonly hasFfmpeg: boolean;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
}

/** Which assistant answers, and all that it answers with: models, knowledge, tools, credentials. */
function composeAnswering(services: ApiServices) {
  const { config, db, parts, assistants } = services;
  const { clock } = parts;
  const http = parts.createHttpOut({ allowPrivate: config.privateAddresses });
  const secrets = createWebhookSecrets(services.webhookSecret);
  const knowledge = composeKnowledge({
    db,
    blobFolder: services.blobFolder,
    keepFree: config.roomMedia.keepFree,
  });
  const credentials = createCredentialStore(db, services.vault);
  const { toolbox, callServer, orgServers } = composeTools({
    prove: createProveToServer({ credentials, http, clock }),
    db,
    clock,
    http,
    secrets,
    log: services.log,
    logs: services.logs,
    searchKnowledge: knowledge.searchKnowledge,
  });
  const squads = createSquadStore(db);
  const workflows = createWorkflowStore(db);
  const { resolveCallTarget, assistantRequest } = composeRuntime({
    db,
    clock,
    assistants,
    squads,
    workflows,
    credentials,
    knowledge,
    toolbox,
    callServer,
    orgServers,
    log: services.log,
    models: parts.models,
    llm: config.llm,
    fetch: http.fetch,
  });
  return {
    http,
    secrets,
    knowledge,
    credentials,
    toolbox,
    callServer,
    orgServers,
    squads,
    workflows,
    resolveCallTarget,
    assistantRequest,
  };
}

type Answering = ReturnType<typeof composeAnswering>;

/** How calls start, are reported and analysed, and are erased. */
function composeCalls(
  services: ApiServices,
  { callServer, orgServers, resolveCallTarget }: Answering,
  sessionStore: SessionStore,
) {
  const { config, db, parts, recordings } = services;
  const { clock } = parts;
  const webhooks = createCallWebhooks({
    db,
    clock,
    callServer,
    orgServers,
    jobs: services.jobs,
    log: services.log,
    recordings: recordings.ofCalls,
  });
  const analyses = createCallAnalyses({
    db,
    clock,
    webhooks,
    jobs: services.jobs,
    log: services.log,
    logs: services.logs,
    llm: config.llm,
    models: parts.models,
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
    resolveCallTarget,
    sessionStore,
    webhooks,
    analyses,
    clock,
    createConversation: parts.createConversation,
    addressLimit: createRateLimit(config.limits.callsPerMinutePerIp),
    tokenLimit: createRateLimit(config.limits.callsPerMinutePerKey),
  });
  const erase = createEraseCalls({
    db,
    live: services.live,
    recordings: recordings.eraser,
    logs: services.logs,
  });
  return { budgets, erase, orgs, startWebCall };
}

/** The handler of every operation: a line a resource. */
export function composeApi(services: ApiServices): Handlers {
  const { config, db, parts, assistants, calls, mail, recordings } = services;
  const { clock } = parts;
  const sessionStore = createSessionStore(db, () => clock.now());
  const answering = composeAnswering(services);
  const { http, secrets, knowledge, credentials, toolbox, squads, workflows } = answering;
  const { resolveCallTarget, assistantRequest } = answering;
  const { budgets, erase, orgs, startWebCall } = composeCalls(services, answering, sessionStore);
  const checkReferences = createCheckReferences(db);
  const openSubject = createOpenSubject(resolveCallTarget);
  const phoneNumbers = createPhoneNumberStore(db, services.vault);
  return {
    ...analyticsHandlers(db),
    ...assistantHandlers({ store: assistants, toolbox, checkReferences }),
    ...knowledge.handlers,
    ...chatHandlers({
      chats: createChatStore(db, sessionStore),
      sessions: sessionStore,
      clock,
      pending: services.pending,
      resolveRouter: createResolveChatRouter({ resolveCallTarget, budgets, findOrg: orgs.get }),
      addressLimit: createRateLimit(config.limits.chatsPerMinutePerIp),
      tokenLimit: createRateLimit(config.limits.chatsPerMinutePerKey),
    }),
    ...campaignHandlers({ db, clock, jobs: services.jobs, placeCall: placeNoCall }),
    ...testSuiteHandlers({
      db,
      clock,
      openSubject,
      jobs: services.jobs,
      speech: services.speech,
      assistants,
      squads,
      workflows,
      phoneNumbers,
      assistantRequest,
      judge: createJudge(config.llm, parts.models),
      createConversation: parts.createConversation,
    }),
    ...sessionHandlers({ sessions: sessionStore, db }),
    ...callHandlers({
      db,
      calls,
      erase,
      startWebCall,
      logs: services.logs,
      recordings: recordings.ofCalls,
    }),
    ...composePeople({
      db,
      clock,
      logs: services.logs,
      eraseCalls: erase,
      linksOf: recordings.linksOf,
      outbox: createOutboxFiles(config.mail.outboxFolder),
      contents: createFileContents(services.blobFolder),
    }),
    ...phoneNumberHandlers(phoneNumbers),
    ...retentionHandlers(
      createRetentionStore({ db, now: () => clock.now(), defaults: config.retention }),
    ),
    ...createOrgApi(services),
    ...composeProviders({
      db,
      http,
      clock,
      credentials,
      logs: services.logs,
      secret: services.webhookSecret,
    }),
    ...logHandlers({ store: createLogStore(db), writer: services.logs }),
    ...recordings.handlers,
    ...roomHandlers({
      rooms: services.rooms,
      meetings: services.meetings,
      tokens: services.meetingTokens,
    }),
    ...squadHandlers({ squads, assistants }),
    ...supportHandlers({ db, mail, clock }),
    ...templateHandlers({ db }),
    ...tokenHandlers(createKeyStore(db), services.ownerKey),
    ...toolHandlers({ db, toolbox, checkReferences }),
    ...webhookHandlers(secrets),
    ...workflowHandlers({
      workflows,
      generate: createGenerateWorkflow({
        calls,
        llm: config.llm,
        models: parts.models,
        tools: createToolStore(db),
      }),
    }),
  };
}
