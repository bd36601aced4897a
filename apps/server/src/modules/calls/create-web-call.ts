import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AssistantCreate,
  type Call,
  type Org,
  type operations,
  takeWarnings,
  type WebCall,
} from '@kindling/protocol';
import type { IceServersFor } from '../../platform/config/ice-servers.ts';
import { notReady } from '../../platform/metrics/routes.ts';
import { checkPublicBody } from '../../platform/requests/bodies/check-public-body.ts';
import type { ApiRequest, Handler } from '../../platform/requests/operation-handlers.ts';
import { storedAcceptance } from '../../platform/requests/visitors/notice-acceptance.ts';
import type { RateLimit } from '../../platform/requests/visitors/rate-limit.ts';
import type { VisitorOf } from '../../platform/requests/visitors/visitor.ts';
import { analysisFaults } from '../assistants/analysis-faults.ts';
import { artifactPlanOf, assistantOfCall, strictestPlans } from '../assistants/retention-plans.ts';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import type { ResolveCallTarget } from '../assistants/runtime/resolve-call-target.ts';
import type { AssistantRouter } from '../assistants/runtime/router.ts';
import { ignoredInCall } from '../assistants/runtime/settle/ignored-in-request.ts';
import { type CallSession, openCallSession } from '../sessions/call-session.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { checkOwnOutputs } from '../structured-outputs/check-output.ts';
import { includesRole } from '../tokens/role.ts';

import type { BudgetedOrg, DailyBudget, DailyBudgets } from '../usage/daily-budgets.ts';
import { createUseMeter, type UseMeter } from '../usage/use-meter.ts';
import type { LiveCalls, Slot } from './live/live-calls.ts';
import type { MonitorLinks } from './monitor/monitor-links.ts';
import { type OpenLiveCallOptions, openLiveCall, whatIsRecorded } from './open-live-call.ts';
import { resolveTargetOfCall, type TargetOfCall } from './resolve-target-of-call.ts';
import type { CallStore, NewCall, StartedCall } from './store/call-store.ts';
import type { LimitedVisitor } from './store/visitor-slots.ts';

/** Whom a call is given, and how many. */
export interface CallAdmission {
  readonly live: Pick<LiveCalls, 'reserve'>;
  readonly visitorOf: VisitorOf;
  /** Their calls at once, over all nodes. Null: there are no others, and they are counted in memory. */
  readonly limitVisitor: ((visitor: string) => LimitedVisitor) | null;
  readonly budgets: DailyBudgets;
  readonly findOrg: (id: string) => Promise<BudgetedOrg & Pick<Org, 'concurrencyLimit'>>;
  readonly addressLimit: RateLimit;
  readonly tokenLimit: RateLimit;
}

export interface CreateWebCallOptions extends OpenLiveCallOptions, CallAdmission {
  readonly calls: CallStore;
  readonly sessionStore: SessionStore;
  /** Sent with the call, so that its client need not ask before the first offer. */
  readonly iceServers: IceServersFor;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly resolveCallTarget: ResolveCallTarget;
  readonly monitorLinks: Pick<MonitorLinks, 'make'>;
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
    const orgLimit = org.concurrencyLimit ?? null;
    // Behind a private key stands a server, which starts the calls of many.
    const counted = isTrusted ? null : visitor;
    const slot = options.live.reserve({
      orgId,
      orgLimit,
      isTrusted,
      visitor: counted,
    });
    try {
      return await openCall(options, {
        ...{ id, request, session, speech, router, slot, budget, meter, orgLimit },
        visitor: counted === null ? null : (options.limitVisitor?.(counted) ?? null),
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
  readonly orgLimit: number | null;
  readonly visitor: LimitedVisitor | null;
  readonly budget: DailyBudget;
  /** What the call has of providers elsewhere. */
  readonly meter: UseMeter;
}

/** Who answers: an assistant, a squad or a workflow. */
async function resolveTarget(
  options: CreateWebCallOptions,
  { token, body }: Request,
  opening: Pick<TargetOfCall, 'id' | 'budget' | 'meter' | 'fitted'>,
): Promise<AssistantRouter> {
  const faults = await Promise.all(
    (['assistant', 'assistantOverrides'] as const).map((name) =>
      analysisFaults(body[name]?.analysisPlan, `${name}.analysisPlan`),
    ),
  );
  await checkOwnOutputs(body.assistant?.artifactPlan, 'assistant.artifactPlan');
  await checkOwnOutputs(body.assistantOverrides?.artifactPlan, 'assistantOverrides.artifactPlan');
  const fitted = [...(opening.fitted ?? []), ...faults.flat()];
  return resolveTargetOfCall(options, { ...opening, fitted, token, form: body });
}

async function openCall(options: CreateWebCallOptions, opening: Opening): Promise<WebCall> {
  const { request, router, session, slot } = opening;
  const { baseUrl, token, log } = request;
  const assistant = assistantOfCall(router);
  const roomName = randomBytes(18).toString('base64url');
  const { call, writer } = await storeCall(options, opening, roomName);
  const isTrusted = token.kind === 'private';
  try {
    const { workflowOverrides, roomDeleteOnUserLeaveEnabled: endsWhenLeft = true } = request.body;
    const live = await openLiveCall(options, {
      ...opening,
      ...{ call, roomName, isTrusted, endsWhenLeft, workflowOverrides, baseUrl, log },
      history: session.history,
      store: session.keeping(writer),
      onClosed: slot.leave,
    });
    slot.occupy(live);
    await live.kept;
  } catch (error) {
    await writer.finish(call.id, failedAtStart(options.clock.now()));
    await options.webhooks.forget(call);
    throw error;
  }
  options.metrics.callCreated();
  log.info({ callId: call.id, assistantId: call.assistantId }, 'call created');
  const warnings = [...ignoredInCall(request.body), ...(assistant.warnings ?? [])];
  const monitor = includesRole(token.role, 'editor')
    ? options.monitorLinks.make({ callId: call.id, plan: assistant.monitorPlan, baseUrl })
    : undefined;
  return {
    ...toWebCall(call, assistant, whatIsRecorded(options, call).video),
    iceServers: options.iceServers(),
    ...(isTrusted && monitor && { monitor }),
    ...(isTrusted && warnings.length > 0 && { warnings }),
  };
}

async function storeCall(
  options: CreateWebCallOptions,
  opening: Opening,
  roomName: string,
): Promise<StartedCall> {
  const { baseUrl, body, token } = opening.request;
  const takesSlot = token.kind === 'private';
  const call: NewCall = {
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
  };
  const { orgLimit, visitor } = opening;
  const started = await options.calls.create(call, { takesSlot, orgLimit, visitor });
  return typeof started === 'string' ? opening.slot.reject(started) : started;
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
