import type { RoomCommand } from '@kindling/protocol/room';
import { roomRequests } from '@kindling/protocol/room';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession } from '../participant/participant-session.ts';
import type { RequestHandler } from '../port.ts';
import { isRoomError, RoomError } from '../room-error.ts';
import { createRateLimit } from '../transport/rate-limit.ts';

const REQUESTS_PER_SECOND = 10;
const REQUEST_BURST = 30;
/** Requests that may wait for an answer at once; some wait for a person's decision. */
const MAX_PENDING = 20;

export interface RequestOptions {
  readonly registry: ParticipantRegistry;
  readonly now: () => number;
  readonly onRequest: RequestHandler | undefined;
}

type Request = Extract<RoomCommand, { type: 'request' }>;

/** Answers requests on the data channel: exactly one `result` each. */
export function createRequestAnswerer(options: RequestOptions) {
  const { registry, onRequest } = options;
  const limits = new WeakMap<ParticipantSession, { mayAsk: () => boolean; pending: number }>();

  const limitOf = (session: ParticipantSession) => {
    const known = limits.get(session);
    if (known !== undefined) return known;
    const rate = { perSecond: REQUESTS_PER_SECOND, burst: REQUEST_BURST, now: options.now };
    const limit = { mayAsk: createRateLimit(rate), pending: 0 };
    limits.set(session, limit);
    return limit;
  };

  const setLayer = (session: ParticipantSession, params: unknown): void => {
    const parsed = roomRequests['set-receive-layer'].safeParse(params);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new RoomError('bad_request', `${issue?.path.join('.') || 'params'}: ${issue?.message}`);
    }
    const { sessionId, track, layer } = parsed.data;
    if (sessionId !== '*' && registry.findVisible(sessionId, session) === undefined)
      throw new RoomError('not_found', `sessionId: there is no participant ${sessionId}.`);
    session.subscriptions.setLayer(sessionId, track, layer);
    registry.syncReader(session);
  };

  const perform = async (
    session: ParticipantSession,
    { method, params }: Request,
  ): Promise<unknown> => {
    if (session.level === 'lobby' && method !== 'request-access')
      throw new RoomError('not_allowed', `${method}: not before you are admitted.`);
    if (method === 'set-receive-layer') return setLayer(session, params);
    if (onRequest === undefined)
      throw new RoomError('bad_request', `method: there is no request ${method} here.`);
    return onRequest({ sessionId: session.sessionId, method, params });
  };

  return async (session: ParticipantSession, request: Request): Promise<void> => {
    const { id } = request;
    const limit = limitOf(session);
    const fail = (code: string, message: string) =>
      session.send({ type: 'result', id, error: { code, message } });
    if (!limit.mayAsk() || limit.pending >= MAX_PENDING)
      return fail('rate_limited', 'Too many requests. Ask less often.');
    limit.pending++;
    try {
      const value = await perform(session, request);
      session.send({ type: 'result', id, ...(value === undefined ? {} : { value }) });
    } catch (error) {
      if (isRoomError(error)) fail(error.code, error.message);
      else fail('internal', 'The server could not do that.');
    } finally {
      limit.pending--;
    }
  };
}
