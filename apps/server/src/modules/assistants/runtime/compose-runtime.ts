import type { Clock } from '@kindling/protocol/clock';
import type { Logger } from 'pino';
import type { LlmConfig } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { CallServer } from '../../../platform/http-client/call-server.ts';
import type { HttpOut } from '../../../platform/http-client/http-out.ts';
import type { ServerHeaders } from '../../../platform/http-client/server-headers.ts';
import type { ModelMetrics } from '../../../platform/metrics/metrics.ts';
import type { CredentialStore } from '../../credentials/credential-store.ts';
import { createOAuth2Tokens } from '../../credentials/oauth2-tokens.ts';
import { createOpenKnowledge } from '../../knowledge/assistant-knowledge.ts';
import type { FileLibrary } from '../../knowledge/file-library.ts';
import type { KnowledgeBaseStore } from '../../knowledge/knowledge-base-store.ts';
import type { SquadStore } from '../../squads/squad-store.ts';
import type { OrgServers } from '../../tools/org-servers.ts';
import type { Toolbox } from '../../tools/toolbox.ts';
import type { WorkflowStore } from '../../workflows/workflow-store.ts';
import type { AssistantStore } from '../assistant-store.ts';
import { type AssistantRequest, createAssistantRequest } from './assistant-request.ts';
import type { ModelFactories, SpeechEngines } from './engines.ts';
import { createGuardEvents } from './models/guard-events.ts';
import { createModelResolver } from './models/model-resolver.ts';
import { createServerModel } from './models/server-model.ts';
import { createWriters, type Writers } from './models/writers.ts';
import { createResolveCallTarget, type ResolveCallTarget } from './resolve-call-target.ts';
import { createSettle, type Settle, type SettleOptions } from './settle/settle.ts';
import { createTranscriberResolver } from './transcribers/transcriber-resolver.ts';
import { createVoiceResolver } from './voices/voice-resolver.ts';

export interface ComposeRuntimeOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly squads: Pick<SquadStore, 'find'>;
  readonly workflows: Pick<WorkflowStore, 'find'>;
  readonly credentials: Pick<CredentialStore, 'openFor' | 'providers' | 'unknown'>;
  readonly knowledge: {
    readonly bases: Pick<KnowledgeBaseStore, 'find'>;
    readonly library: FileLibrary;
  };
  readonly toolbox: Pick<Toolbox, 'open' | 'handoffIds'>;
  readonly callServer: CallServer;
  readonly serverHeaders: ServerHeaders;
  readonly orgServers: OrgServers;
  readonly models: ModelFactories;
  /** Null until the engines are loaded. */
  readonly speech: () => Pick<SpeechEngines, 'voice'> | null;
  readonly metrics: ModelMetrics;
  /** The endpoint of this server's own; null: it has none. */
  readonly llm: LlmConfig | null;
  /** What stands in for what cannot be reached. */
  readonly instead: Pick<SettleOptions, 'speech' | 'isStrict'>;
  /** Reaches what users and providers name, and nothing of this network that it must not. */
  readonly fetch: typeof fetch;
  /** The same, for what is sent whole and what is connected to. */
  readonly http: Pick<HttpOut, 'send' | 'openSocket'>;
}

export interface ComposedRuntime {
  readonly resolveCallTarget: ResolveCallTarget;
  readonly assistantRequest: AssistantRequest;
  readonly settle: Settle;
  readonly writers: Writers;
}

/** Who answers a call or a chat, and all that it answers with: its model, knowledge and tools. */
export function composeRuntime(options: ComposeRuntimeOptions): ComposedRuntime {
  const { db, clock, log, knowledge, credentials, callServer, models, llm, fetch } = options;
  const { assistants, squads, workflows, toolbox, orgServers } = options;
  const now = () => clock.now();
  const oauth2Tokens = createOAuth2Tokens({ http: options.http, clock });
  const modelResolver = createModelResolver({
    models,
    llm,
    clock,
    ...createServerModel({ llm, models, clock, log }),
    guardEvents: createGuardEvents(log, options.metrics),
    credentials,
    oauth2Tokens,
    fetch,
    openKnowledge: createOpenKnowledge({
      db,
      bases: knowledge.bases,
      library: knowledge.library,
      callServer,
      now,
      log,
    }),
  });
  const settle = createSettle({ ...options.instead, llm, credentials });
  return {
    settle,
    writers: createWriters({ models, llm, credentials, oauth2Tokens, fetch }),
    resolveCallTarget: createResolveCallTarget({
      assistants,
      squads,
      workflows,
      modelResolver,
      voiceResolver: createVoiceResolver({
        credentials,
        clock,
        fetch,
        speech: options.speech,
        local: options.instead.speech,
        serverHeaders: options.serverHeaders,
      }),
      transcriberResolver: createTranscriberResolver({
        credentials,
        clock,
        http: options.http,
        serverHeaders: options.serverHeaders,
      }),
      settle,
      toolbox,
      log,
      now: () => new Date(now()),
    }),
    assistantRequest: createAssistantRequest({ callServer, orgServers, now }),
  };
}
