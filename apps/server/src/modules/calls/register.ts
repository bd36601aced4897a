import { createIceServers } from '../../platform/config/ice-servers.ts';
import type { PlatformContext } from '../../platform/platform-context.ts';
import type { Handlers, HandlersOf } from '../../platform/requests/operation-handlers.ts';
import { createVisitorOf, hashVisitor } from '../../platform/requests/visitors/visitor.ts';
import type { CallRecordings } from '../../rooms/recording/parts/call-recordings.ts';
import type { ModelFactories } from '../assistants/runtime/engines.ts';
import type { Writers } from '../assistants/runtime/models/writers.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { SESSION_OUTPUTS } from '../sessions/session-outputs-job.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import type { TokenStore } from '../tokens/token-store.ts';
import { createDailyBudgets } from '../usage/daily-budgets.ts';
import { createUsageStore } from '../usage/usage-store.ts';
import { createCallAnalyses } from './analysis/call-analysis.ts';
import { createRunOutput } from './analysis/run-output.ts';
import { createSessionOutputs } from './analysis/session-outputs.ts';
import { type CreateWebCallOptions, createWebCallHandler } from './create-web-call.ts';
import type { EndCall } from './end-anywhere.ts';
import { callHandlers } from './handlers.ts';
import type { LiveCalls } from './live/live-calls.ts';
import type { MonitorLinks } from './monitor/monitor-links.ts';
import type { LostCalls } from './resumption/lost-calls.ts';
import { createResumeCall } from './resumption/resume-call.ts';
import { placedLinesOf } from './store/call-lines.ts';
import type { CallStore } from './store/call-store.ts';
import { createCallWriter } from './store/call-writer.ts';
import { type CallEraserOptions, createEraseCalls } from './store/erase-calls.ts';
import { type CallWebhooksOptions, createCallWebhooks } from './webhooks/call-webhooks.ts';

export interface CallsContext
  extends Pick<
      PlatformContext,
      'config' | 'log' | 'clock' | 'db' | 'jobs' | 'metrics' | 'nodes' | 'secrets' | 'sharedLimit'
    >,
    Pick<CallWebhooksOptions, 'callServer' | 'orgServers'>,
    Pick<
      CreateWebCallOptions,
      | 'callMedia'
      | 'speech'
      | 'createConversation'
      | 'openFeatures'
      | 'backgroundSound'
      | 'resolveCallTarget'
      | 'spans'
    > {
  readonly logs: LogWriter;
  readonly models: Pick<ModelFactories, 'writer'>;
  readonly writers: Pick<Writers, 'open'>;
  readonly calls: CallStore;
  readonly live: LiveCalls;
  readonly lost: Pick<LostCalls, 'serve'>;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly endCall: EndCall;
  readonly monitorLinks: MonitorLinks;
  readonly orgs: { readonly get: CreateWebCallOptions['findOrg'] };
  /** Null: films of calls cannot be made. */
  readonly ffmpeg: object | null;
  readonly recordings: {
    readonly ofCalls: CallRecordings;
    readonly eraser: CallEraserOptions['recordings'];
  };
}

/** How calls start, are reported and analysed, are read and are erased. */
export function registerCalls(
  context: CallsContext,
): HandlersOf<'call'> & Pick<Handlers, 'structuredOutput.run'> {
  const { db, calls, live, logs, recordings } = context;
  const handlers = callHandlers({
    ...{ live, monitorLinks: context.monitorLinks },
    db,
    calls,
    logs,
    recordings: recordings.ofCalls,
    erase: createEraseCalls({ db, endCall: context.endCall, logs, recordings: recordings.eraser }),
    startWebCall: composeStart(context),
  });
  context.jobs.handle(SESSION_OUTPUTS, createSessionOutputs(context));
  return { ...handlers, 'structuredOutput.run': createRunOutput(context) };
}

function composeStart(context: CallsContext) {
  const { config, db, clock, jobs, log, logs, models, writers, recordings } = context;
  const now = () => clock.now();
  const { callRecording } = config.roomMedia;
  const webhooks = createCallWebhooks({
    db,
    clock,
    jobs,
    log,
    callServer: context.callServer,
    orgServers: context.orgServers,
    recordings: recordings.ofCalls,
  });
  const services = {
    ...context,
    webhooks,
    prices: config.providerPrices,
    analyses: createCallAnalyses({
      ...{ db, clock, jobs, log, logs, models, writers, webhooks },
      llm: config.llm,
    }),
    findOrg: context.orgs.get,
    budgets: createDailyBudgets({ usage: createUsageStore(db), now }),
    sessionStore: createSessionStore(db, now),
    records: { sound: callRecording, video: callRecording && context.ffmpeg !== null },
  };
  context.lost.serve(
    createResumeCall({
      ...services,
      linesOf: (callId) => placedLinesOf(db, callId),
      writerFor: (claim) => createCallWriter(db, claim),
    }),
  );
  return createWebCallHandler({
    ...services,
    iceServers: createIceServers(config.ice, now),
    visitorOf: createVisitorOf(config.exemptNetworks),
    limitVisitor: context.nodes.isCluster
      ? (visitor) => ({
          hash: hashVisitor(context.secrets.session, visitor),
          limit: config.limits.callsPerVisitor,
        })
      : null,
    addressLimit: context.sharedLimit('call-address', config.limits.callsPerMinutePerIp),
    tokenLimit: context.sharedLimit('call-key', config.limits.callsPerMinutePerKey),
  });
}
