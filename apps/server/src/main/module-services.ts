import { createAssistantStore } from '../modules/assistants/assistant-store.ts';
import {
  type ComposedRuntime,
  composeRuntime,
} from '../modules/assistants/runtime/compose-runtime.ts';
import { createAbandonedCalls } from '../modules/calls/abandoned-calls.ts';
import { createEndAnywhere, type EndCall } from '../modules/calls/end-anywhere.ts';
import { createTakeCall, type TakeCall } from '../modules/calls/handover/take-call.ts';
import { createLiveCalls, type LiveCalls } from '../modules/calls/live/live-calls.ts';
import { createMonitorLinks, type MonitorLinks } from '../modules/calls/monitor/monitor-links.ts';
import { createLostCalls, type LostCalls } from '../modules/calls/resumption/lost-calls.ts';
import { findResumable } from '../modules/calls/resumption/stored-state.ts';
import { type CallStore, createCallStore } from '../modules/calls/store/call-store.ts';
import {
  type CredentialStore,
  createCredentialStore,
} from '../modules/credentials/credential-store.ts';
import {
  type ComposedKnowledge,
  composeKnowledge,
} from '../modules/knowledge/compose-knowledge.ts';
import { createOrgStore, type OrgStore } from '../modules/orgs/org-store.ts';
import { createRetentionStore, type RetentionStore } from '../modules/retention/retention-store.ts';
import { createSquadStore } from '../modules/squads/squad-store.ts';
import { createSessions, type Sessions } from '../modules/tokens/sessions.ts';
import { createTokenStore, type TokenStore } from '../modules/tokens/token-store.ts';
import { type ComposedTools, composeTools } from '../modules/tools/compose-tools.ts';
import { createWorkflowStore } from '../modules/workflows/workflow-store.ts';
import { isMember } from '../platform/cluster/nodes.ts';
import type { OpenedServer } from './server-context.ts';

/** What modules do for others. */
export interface ModuleServices extends ComposedTools, ComposedRuntime {
  readonly tokens: TokenStore;
  readonly sessions: Sessions;
  readonly orgs: OrgStore;
  readonly retention: RetentionStore;
  readonly credentials: CredentialStore;
  readonly knowledge: ComposedKnowledge;
  readonly calls: CallStore;
  readonly live: LiveCalls;
  /** Calls of a server that died. */
  readonly lost: LostCalls;
  /** Takes calls of draining nodes. */
  readonly takeCall: TakeCall;
  readonly endCall: EndCall;
  readonly monitorLinks: MonitorLinks;
}

export function createModuleServices(opened: OpenedServer): ModuleServices {
  const { config, db, clock, http, blobs } = opened;
  const now = () => clock.now();
  const tokens = createTokenStore(db);
  const live = openLiveCalls(opened);
  const abandoned = createAbandonedCalls(db, opened.nodes);
  const lost = createLostCalls({
    ...opened,
    abandoned,
    findResumable: (callIds) => findResumable(db, callIds),
  });
  const credentials = createCredentialStore(db, opened.vault);
  const knowledge = composeKnowledge({ db, blobs });
  const { searchKnowledge } = knowledge;
  const tools = composeTools({ ...opened, credentials, searchKnowledge });
  const runtime = composeRuntime({
    ...opened,
    ...tools,
    credentials,
    knowledge,
    assistants: createAssistantStore(db),
    squads: createSquadStore(db),
    workflows: createWorkflowStore(db),
    llm: config.llm,
    instead: {
      isStrict: config.strictProviders,
      speech: { voices: opened.installedModels.voices.flatMap(({ speakers }) => speakers) },
    },
    fetch: http.fetch,
  });
  return {
    ...tools,
    ...runtime,
    tokens,
    credentials,
    knowledge,
    sessions: createSessions({ secret: opened.secrets.session, clock, tokens }),
    orgs: createOrgStore(db),
    retention: createRetentionStore({ db, now, defaults: config.retention }),
    calls: createCallStore(db, opened.nodes),
    lost,
    live,
    takeCall: createTakeCall({
      ...opened,
      lost,
      abandoned,
      mayTake: () => opened.speech() !== null && !opened.isDraining() && !opened.isClosing(),
    }),
    endCall: createEndAnywhere({ ...opened, live }),
    monitorLinks: createMonitorLinks(opened.secrets.session, now),
  };
}

function openLiveCalls({ config, isDraining, metrics, nodes }: OpenedServer): LiveCalls {
  const { limits } = config;
  return createLiveCalls({
    slots: limits.calls,
    keptForPrivateKeys: limits.callsForPrivateKeys,
    perVisitor: limits.callsPerVisitor,
    unjoined: limits.unjoinedCalls,
    onRejected: metrics.callRejected,
    mayHold: () => isMember(nodes) && !isDraining(),
  });
}
