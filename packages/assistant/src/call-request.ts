import { createTransport } from '@kindling/api-client/transport';
import type { AssistantCreate, AssistantOverrides, CallCreate, WebCall } from '@kindling/protocol';

/** Whom to call: an id or the thing itself. One of assistant, squad and workflow is needed. */
export interface CallTarget {
  readonly assistant?: AssistantCreate | string | undefined;
  readonly assistantOverrides?: AssistantOverrides | undefined;
  readonly squad?: Readonly<Record<string, unknown>> | string | undefined;
  readonly workflow?: Readonly<Record<string, unknown>> | string | undefined;
  readonly workflowOverrides?: Readonly<Record<string, unknown>> | undefined;
}

/** What the client reads of a created call. */
export type CreatedCall = Pick<WebCall, 'id' | 'webCallUrl'> & Partial<WebCall>;

export interface CallRequestOptions {
  readonly token: string;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/** Creates a web call. Rejects with an `ApiError`. */
export async function requestCall(
  target: CallTarget,
  { token, baseUrl, signal }: CallRequestOptions,
): Promise<CreatedCall> {
  const send = createTransport({ token, baseUrl });
  const body = createCallBody(target);
  const answer = await send({ method: 'POST', path: '/call/web', body, signal });
  if (!isCreatedCall(answer)) throw new Error('The server answered without a call to join.');
  return answer;
}

function createCallBody(target: CallTarget): CallCreate {
  const { assistant, assistantOverrides, squad, workflow, workflowOverrides } = target;
  return {
    ...(typeof assistant === 'string' ? { assistantId: assistant } : { assistant }),
    ...(typeof squad === 'string' ? { squadId: squad } : { squad }),
    ...(typeof workflow === 'string' ? { workflowId: workflow } : { workflow }),
    assistantOverrides,
    workflowOverrides,
  };
}

function isCreatedCall(answer: unknown): answer is CreatedCall {
  if (typeof answer !== 'object' || answer === null) return false;
  const { id, webCallUrl } = answer as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof webCallUrl === 'string';
}
