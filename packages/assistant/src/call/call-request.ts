import { sendTwice } from '@kindling/api-client/transport';
import type {
  AssistantCreate,
  AssistantOverrides,
  CallCreate,
  NoticeAcceptance,
  SquadCreate,
  WebCall,
  WorkflowCreate,
  WorkflowOverrides,
} from '@kindling/protocol';

/** Whom to call: an id or the object itself. One of assistant, squad and workflow is needed. */
export interface CallTarget {
  readonly assistant?: AssistantCreate | string | undefined;
  readonly assistantOverrides?: AssistantOverrides | undefined;
  readonly squad?: SquadCreate | string | undefined;
  readonly workflow?: WorkflowCreate | string | undefined;
  readonly workflowOverrides?: WorkflowOverrides | undefined;
  readonly options?: StartOptions | undefined;
}

/** The fields of a created call that the client reads. */
export type CreatedCall = Pick<WebCall, 'id' | 'webCallUrl'> & Partial<WebCall>;

/** A call to join again: what `start` resolved with, or at least its address. */
export interface JoinableCall {
  /** As `start` resolved with it. */
  readonly webCallUrl: string;
  readonly id?: string;
  /** Of its room; requested from the room when left out. */
  readonly iceServers?: WebCall['iceServers'];
  readonly artifactPlan?: { readonly videoRecordingEnabled?: boolean | undefined } | undefined;
  readonly assistant?:
    | { readonly voice?: { readonly provider?: string | undefined } | undefined }
    | undefined;
}

/** Lifetime of the call. */
export interface StartOptions {
  /** False: the room is kept after everyone left, so that `reconnect` finds it. The server's default when left out. */
  readonly roomDeleteOnUserLeaveEnabled?: boolean;
  /** The notice that the user accepted before the call, and when; stored with the call. */
  readonly noticeAcceptance?: NoticeAcceptance | undefined;
}

export interface CallRequestOptions {
  readonly token: string;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/**
 * Creates a web call.
 *
 * @throws an `ApiError`
 */
export async function requestCall(
  target: CallTarget,
  { token, baseUrl, signal }: CallRequestOptions,
): Promise<CreatedCall> {
  const body = createCallBody(target);
  const request = { method: 'POST', path: '/call/web', body, signal } as const;
  const answer = await sendTwice({ token, baseUrl }, request);
  if (!isCreatedCall(answer)) throw new Error('The server answered without a call to join.');
  return answer;
}

function createCallBody(target: CallTarget): CallCreate {
  const { assistant, assistantOverrides, squad, workflow } = target;
  const { workflowOverrides, options } = target;
  return {
    ...(typeof assistant === 'string' ? { assistantId: assistant } : { assistant }),
    ...(typeof squad === 'string' ? { squadId: squad } : { squad }),
    ...(typeof workflow === 'string' ? { workflowId: workflow } : { workflow }),
    assistantOverrides,
    workflowOverrides,
    ...options,
  };
}

function isCreatedCall(answer: unknown): answer is CreatedCall {
  const { id, webCallUrl } = (answer ?? {}) as Partial<CreatedCall>;
  return typeof id === 'string' && typeof webCallUrl === 'string';
}
