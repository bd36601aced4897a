import type { Call } from '@kindling/protocol';
import type { Logger } from 'pino';
import { notReady } from '../../../platform/metrics/routes.ts';
import type { SpeechEngines } from '../../assistants/runtime/engines.ts';
import type { ResolveCallTarget } from '../../assistants/runtime/resolve-call-target.ts';
import { type CallSession, openCallSession } from '../../sessions/call-session.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import type { Token, TokenStore } from '../../tokens/token-store.ts';
import { createUseMeter } from '../../usage/use-meter.ts';
import type { CallAdmission } from '../create-web-call.ts';
import type { ResumedCall } from '../live/call-memory.ts';
import type { LiveCalls } from '../live/live-calls.ts';
import { type OpenLiveCallOptions, openLiveCall } from '../open-live-call.ts';
import { resolveTargetOfCall } from '../resolve-target-of-call.ts';
import type { PlacedLine } from '../store/call-lines.ts';
import type { CallStore } from '../store/call-store.ts';
import type { CallClaim, CallWriter } from '../store/call-writer.ts';
import type { Resumable } from './stored-state.ts';

export interface ResumeCallOptions
  extends OpenLiveCallOptions,
    Pick<CallAdmission, 'budgets' | 'findOrg'> {
  readonly live: Pick<LiveCalls, 'readmit'>;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly sessionStore: SessionStore;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly resolveCallTarget: ResolveCallTarget;
  readonly calls: CallStore;
  readonly linesOf: (callId: string) => Promise<readonly PlacedLine[]>;
  readonly writerFor: (claim: CallClaim) => CallWriter;
  readonly log: Logger;
}

/**
 * Opens the room of a call anew whose server died; the conversation goes on when its visitor is back.
 *
 * @throws `not_ready` for now; any other error: it cannot be gone on with
 */
export type ResumeCall = (found: Resumable, claim: CallClaim) => Promise<void>;

export function createResumeCall(options: ResumeCallOptions): ResumeCall {
  return async (found, claim) => {
    const { callId, orgId, roomName, state } = found;
    const speech = options.speech();
    if (speech === null) throw notReady();
    const call = await options.calls.get(orgId, callId);
    const token = await options.tokens.find(found.tokenId ?? '');
    if (token === null) throw new Error('The key that started the call was deleted.');
    const org = await options.findOrg(orgId);
    const budget = await options.budgets.open(token, org, 'call');
    const meter = createUseMeter();
    for (const use of state.uses) meter.add(use);
    const target = { id: callId, token, form: formOf(call, found), budget, meter };
    const router = await resolveTargetOfCall(options, { ...target, position: state.position });
    const session = await sessionOf(options, token, call);
    const orgLimit = org.concurrencyLimit ?? null;
    // The visitor's address is not stored.
    const caller = { orgId, orgLimit, isTrusted: state.isTrusted, visitor: null };
    const slot = options.live.readmit(caller, state.participants.length > 0);
    try {
      const live = await openLiveCall(options, {
        ...{ ...state, call, roomName, speech, router, budget, meter, log: options.log },
        history: session.history,
        store: session.keeping(options.writerFor(claim)),
        resumed: resumedCall(found, claim, await options.linesOf(callId)),
        onClosed: slot.leave,
      });
      slot.occupy(live);
    } catch (error) {
      slot.leave();
      throw error;
    }
    options.log.warn({ callId, generation: claim.epoch }, 'call of another server resumed');
  };
}

function resumedCall(
  { state }: Resumable,
  { epoch: generation }: CallClaim,
  lines: readonly PlacedLine[],
): ResumedCall {
  const { startedAt, knownFrom, restsAt } = state;
  const record = lines.flatMap(({ line }) => (line === null ? [] : [line]));
  // What was said is stored a moment before that it is owed an answer.
  const last = record.findLast(({ role }) => role !== 'system')?.role ?? 'bot';
  const owesAnswer = state.owesAnswer || last !== 'bot';
  const wasCutOff = restsAt !== generation - 1;
  return { generation, state, lines, record, startedAt, owesAnswer, knownFrom, wasCutOff };
}

/** The request that started the call, as far as it says who answers. */
function formOf(call: Call, { state }: Resumable) {
  const asked = {
    assistantId: call.assistantId,
    assistant: call.assistant,
    assistantOverrides: call.assistantOverrides,
    squadId: call.squadId,
    squad: call.squad,
    workflowId: call.workflowId,
    workflow: call.workflow,
    workflowOverrides: state.workflowOverrides,
    customer: call.customer,
    metadata: call.metadata,
  };
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as NonNullableFields<typeof asked>;
}

type NonNullableFields<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** A session that was ended or deleted meanwhile does not end the call. */
async function sessionOf(
  { sessionStore }: ResumeCallOptions,
  token: Token,
  { sessionId, assistantId }: Call,
): Promise<CallSession> {
  const form = { sessionId: sessionId ?? undefined, assistantId: assistantId ?? undefined };
  return openCallSession({ sessions: sessionStore }, token, form).catch(() => ({
    history: [],
    keeping: (writer) => writer,
  }));
}
