import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AssistantCreate,
  type Call,
  type Org,
  type operations,
  takeWarnings,
  type Warning,
  type WebCall,
} from '@kindling/protocol';
import { DEFAULT_CLIENT_MESSAGES } from '@kindling/protocol/messages';
import type { IceServersFor } from '../../platform/config/ice-servers.ts';
import type { ProviderPrices } from '../../platform/config/provider-prices.ts';
import { notReady } from '../../platform/metrics/routes.ts';
import { checkPublicBody } from '../../platform/requests/bodies/check-public-body.ts';
import type { ApiRequest, Handler } from '../../platform/requests/operation-handlers.ts';
import { storedAcceptance } from '../../platform/requests/visitors/notice-acceptance.ts';
import type { RateLimit } from '../../platform/requests/visitors/rate-limit.ts';
import type { VisitorOf } from '../../platform/requests/visitors/visitor.ts';
import type { Spans } from '../../platform/telemetry/spans.ts';
import { checkAnalysisSchemas } from '../assistants/check-analysis-schemas.ts';
import { artifactPlanOf, assistantOfCall, strictestPlans } from '../assistants/retention-plans.ts';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';
import type { LogWriter } from '../logs/log-port.ts';
import { type CallSession, openCallSession } from '../sessions/call-session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { checkOwnOutputs } from '../structured-outputs/check-output.ts';
import { includesRole } from '../tokens/role.ts';

import type { BudgetedOrg, DailyBudget, DailyBudgets } from '../usage/daily-budgets.ts';
import { countTokens, createUseMeter, type UseMeter } from '../usage/use-meter.ts';
import type { AnalysedCall, CallAnalyses } from './analysis/call-analysis.ts';
import { noteSpeakers } from './analysis/note-speakers.ts';
import type { RecordsOfCall } from './live/call-room.ts';
import { createLiveCall, type LiveCallServices } from './live/live-call.ts';
import type { LiveCalls, Slot } from './live/live-calls.ts';
import type { MonitorLinks } from './monitor/monitor-links.ts';
import { callLogWriter, logCall } from './store/call-log.ts';
import type { CallStore, StartedCall } from './store/call-store.ts';
import { traceCall } from './traces/trace-call.ts';
import type { CallReporter } from './webhooks/call-reporter.ts';
import type { CallWebhooks } from './webhooks/call-webhooks.ts';

/** Whom a call is given, and how many. */
export interface CallAdmission {
  readonly live: Pick<LiveCalls, 'reserve'>;
  readonly visitorOf: VisitorOf;
  readonly budgets: DailyBudgets;
  readonly findOrg: (id: string) => Promise<BudgetedOrg & Pick<Org, 'concurrencyLimit'>>;
  readonly addressLimit: RateLimit;
  readonly tokenLimit: RateLimit;
}

export interface CreateWebCallOptions extends LiveCallServices, CallAdmission {
  readonly calls: CallStore;
  readonly sessionStore: SessionStore;
  /** Sent with the call, so that its client need not ask before the first offer. */
  readonly iceServers: IceServersFor;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly resolveCallTarget: ResolveCallTarget;
  readonly webhooks: CallWebhooks;
  readonly analyses: CallAnalyses;
  readonly logs: Pick<LogWriter, 'write'>;
  /** Of providers elsewhere. */
  readonly prices: ProviderPrices;
  readonly monitorLinks: Pick<MonitorLinks, 'make'>;
  /** Where traces go; null: nowhere. */
  readonly spans: Spans | null;
  /** What can be recorded here, and what the operator allows. */
  readonly records: RecordsOfCall;
}

type Request = ApiRequest<(typeof operations)['call.createWeb']>;

/** POST /call/web: stores the call, opens its room, answers where to join. */
export function createWebCallHandler(options: CreateWebCallOptions): Handler<'call.createWeb'> {
  return async (sent) => {
    const { form, warnings: fitted } = takeWarnings(sent.body);
    const request = { ...sent, body: form };
    const visitor = options.visitorOf(request.clientAddress);
    if (visitor !== null) await options.addressLimit.consume(visitor);
    await options.tokenLimit.consume(request.token.id);
    checkPublicBody(request.token, request.body, 'assistant');
    const speech = options.speech();
    if (speech === null) throw notReady();
    const id = randomUUID();
    const session = await openCallSession(
      { sessions: options.sessionStore },
      request.token,
      request.body,
    );
    const { orgId } = request.token;
    const org = await options.findOrg(orgId);
    const budget = await options.budgets.open(request.token, org, 'call');
    const meter = createUseMeter();
    const router = await resolveTarget(options, request, { id, budget, meter, fitted });
    const isTrusted = request.token.kind === 'private';
    const slot = options.live.reserve({
      orgId,
      orgLimit: org.concurrencyLimit ?? null,
      isTrusted,
      // Behind a private key stands a server, which starts the calls of many.
      visitor: isTrusted ? null : visitor,
    });
    try {
      return await openCall(options, {
        ...{ id, request, session, speech, router, slot, budget, meter },
      });
    } catch (error) {
      slot.leave();
      throw error;
    }
  };
}

interface Opening {
  readonly id: string;
  readonly request: Request;
  readonly session: CallSession;
  readonly speech: SpeechEngines;
  readonly router: AssistantRouter;
  readonly slot: Slot;
  readonly budget: DailyBudget;
  /** What the call has of providers elsewhere. */
  readonly meter: UseMeter;
}

/** Who answers: an assistant, a squad or a workflow. */
async function resolveTarget(
  { resolveCallTarget, logs, clock }: CreateWebCallOptions,
  { token, body }: Request,
  {
    id,
    budget,
    meter,
    fitted,
  }: Pick<Opening, 'id' | 'budget' | 'meter'> & { readonly fitted: readonly Warning[] },
): Promise<AssistantRouter> {
  const { assistantId = null, squadId = null, workflowId = null } = body;
  const { customer = null, metadata = null } = body;
  const { orgId } = token;
  await checkAnalysisSchemas(body.assistant?.analysisPlan, 'assistant.analysisPlan');
  await checkAnalysisSchemas(
    body.assistantOverrides?.analysisPlan,
    'assistantOverrides.analysisPlan',
  );
  await checkOwnOutputs(body.assistant?.artifactPlan, 'assistant.artifactPlan');
  await checkOwnOutputs(body.assistantOverrides?.artifactPlan, 'assistantOverrides.artifactPlan');
  const call = {
    id,
    orgId,
    type: 'webCall',
    assistantId,
    squadId,
    workflowId,
    customer,
    metadata,
  };
  return resolveCallTarget({
    form: body,
    token,
    isSpoken: true,
    writeLine: callLogWriter({ logs, call, now: () => clock.now() }),
    fitted,
    meter: (model) => countTokens(budget.meter(model), meter),
    onUse: meter.add,
    user: { assistantId, callId: id, about: { call } },
  });
}

async function openCall(options: CreateWebCallOptions, opening: Opening): Promise<WebCall> {
  const { request, session, speech, slot } = opening;
  const { router, speakers } = noteSpeakers(opening.router);
  const { speaker } = router;
  const assistant = assistantOfCall(router);
  const roomName = randomBytes(18).toString('base64url');
  const { call, writer } = await storeCall(options, opening, roomName);
  const records = whatIsRecorded(options, call);
  const writeLine = callLogWriter({ call, logs: options.logs, now: () => options.clock.now() });
  try {
    const liveCall = createLiveCall({
      ...options,
      id: call.id,
      orgId: call.orgId,
      roomName,
      isTrusted: request.token.kind === 'private',
      budget: opening.budget,
      meter: opening.meter,
      endsWhenLeft: request.body.roomDeleteOnUserLeaveEnabled ?? true,
      router,
      records,
      clientMessages: assistant.clientMessages ?? DEFAULT_CLIENT_MESSAGES,
      engines: { ...speech, model: speaker.model, voice: speaker.voice ?? speech.voice },
      reporter: await openReporter(options, { call, assistant, speakers }),
      writeLine,
      history: session.history,
      store: session.keeping(writer),
      log: request.log,
      onClosed: slot.leave,
    });
    slot.occupy(liveCall);
    for (const { path, message } of assistant.warnings ?? [])
      writeLine({ message: `${path}: ${message}`, level: 'WARN' });
  } catch (error) {
    await writer.finish(call.id, failedAtStart(options.clock.now()));
    throw error;
  }
  options.metrics.callCreated();
  request.log.info({ callId: call.id, assistantId: call.assistantId }, 'call created');
  const isOwner = request.token.kind === 'private';
  const { baseUrl, token } = request;
  const monitor = includesRole(token.role, 'editor')
    ? options.monitorLinks.make({ callId: call.id, plan: assistant.monitorPlan, baseUrl })
    : undefined;
  return {
    ...toWebCall(call, assistant, records.video),
    iceServers: options.iceServers(),
    ...(isOwner && monitor && { monitor }),
    ...(isOwner && assistant.warnings && { warnings: [...assistant.warnings] }),
  };
}

function whatIsRecorded({ records }: CreateWebCallOptions, { artifactPlan }: Call): RecordsOfCall {
  return {
    sound: records.sound && artifactPlan?.recordingEnabled === true,
    // The client waits for a recording to start if this says so: only where one can.
    video: records.video && artifactPlan?.videoRecordingEnabled === true,
  };
}

/** What is notified of the call: its log, its analysis, the organisation's server. */
async function openReporter(
  { analyses, clock, logs, spans, webhooks }: CreateWebCallOptions,
  analysed: AnalysedCall,
): Promise<CallReporter> {
  const { call, assistant } = analysed;
  const reporter = analyses.before(await webhooks.open(call, assistant), analysed);
  const now = () => clock.now();
  const traced = traceCall(reporter, { call, assistant, spans, now });
  return logCall(traced, { call, logs, now });
}

function storeCall(
  options: CreateWebCallOptions,
  opening: Opening,
  roomName: string,
): Promise<StartedCall> {
  const { baseUrl, body, token } = opening.request;
  return options.calls.create({
    id: opening.id,
    orgId: token.orgId,
    tokenId: token.id,
    name: body.name ?? null,
    assistantId: body.assistantId ?? null,
    assistant: body.assistant ?? null,
    assistantOverrides: body.assistantOverrides ?? null,
    squadId: body.squadId ?? null,
    squad: body.squad ?? null,
    workflowId: body.workflowId ?? null,
    workflow: body.workflow ?? null,
    sessionId: body.sessionId ?? null,
    customer: body.customer ?? null,
    noticeAcceptance: storedAcceptance(body.noticeAcceptance, options.clock.now()),
    webCallUrl: `${baseUrl}/room/${roomName}`,
    roomName,
    artifactPlan: artifactPlanOf(strictestPlans(opening.router.members)),
    metadata: body.metadata ?? null,
  });
}

function failedAtStart(endedAt: number) {
  const artifact = { messages: [], transcript: '' };
  const nothing = { startedAt: null, messages: [], artifact, cost: 0 } as const;
  return { ...nothing, reason: 'pipeline-error', endedAt } as const;
}

/** What the caller may know: the name and the voice, never the prompt. */
function toWebCall(call: Call, assistant: AssistantCreate, recordsVideo: boolean): WebCall {
  const { id, orgId, status, assistantId, createdAt, updatedAt } = call;
  return {
    id,
    orgId,
    status,
    assistantId,
    createdAt,
    updatedAt,
    type: 'webCall',
    webCallUrl: call.webCallUrl ?? '',
    artifactPlan: { videoRecordingEnabled: recordsVideo },
    assistant: {
      name: assistant.name ?? null,
      voice: {
        provider: assistant.voice?.provider ?? 'kindling',
        ...(assistant.voice?.voiceId === undefined ? {} : { voiceId: assistant.voice.voiceId }),
      },
    },
  };
}
