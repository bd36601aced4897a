import type { RoomAnswer, RoomJoin, RoomRestartAnswer } from '@kindling/protocol/room';
import { CallError, type CallErrorCode, isCallError } from '../call-error.ts';
import type { Clock } from '../clock.ts';
import { isRoomAnswer, isRoomRestartAnswer, parseErrorBody } from './wire-guards.ts';

/** A room that does not answer is given up after this. */
const REQUEST_TIMEOUT = 10_000;
const NO_ANSWER = 'The room does not answer.';

/** The HTTP side of a room: join, restart, leave. */
export interface Signalling {
  join(request: RoomJoin): Promise<RoomAnswer>;
  /** Rejects with a `CallError`; its code is final when the seat is gone. */
  restart(sdp: string): Promise<RoomRestartAnswer>;
  /** Without waiting, also while the page is going away; a join under way is undone when answered. */
  leave(): void;
  /** The seat is gone already: leaving has nothing to give back. */
  forget(): void;
}

/** How the API's codes reach the page; everything else is a failed connection. */
const FATAL_BY_CODE: Readonly<Record<string, CallErrorCode>> = {
  room_not_found: 'no-room',
  not_found: 'no-room',
  room_full: 'meeting-full',
  room_ended: 'exp-room',
  token_expired: 'exp-token',
  token_revoked: 'not-allowed',
  unauthenticated: 'not-allowed',
  forbidden: 'not-allowed',
  origin_not_allowed: 'not-allowed',
  assistant_not_allowed: 'not-allowed',
};

export function createSignalling(url: string, clock: Clock): Signalling {
  const left = new AbortController();
  let location: string | null = null;

  const exchange = async (method: 'POST' | 'PATCH', target: string, body: object) => {
    const timeout = createTimeout(clock);
    const signal =
      method === 'POST' ? timeout.signal : AbortSignal.any([timeout.signal, left.signal]);
    const stage = method === 'POST' ? 'join' : 'reconnect';
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(target, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
        signal,
      });
      answer = await response.json().catch(() => null);
    } catch (cause) {
      throw new CallError('connection-error', NO_ANSWER, { cause, stage });
    } finally {
      timeout.cancel();
    }
    if (!response.ok) throw refusal(response.status, answer, stage);
    return answer;
  };

  return {
    async join(request) {
      const answer = await exchange('POST', url, request);
      if (!isRoomAnswer(answer)) throw misunderstood('join');
      location = new URL(answer.location, url).href;
      // Left while the answer was under way: the seat must not stay taken.
      if (left.signal.aborted) release(location);
      return answer;
    },
    async restart(sdp) {
      if (location === null) throw new CallError('connection-error', 'Not in the room.');
      const answer = await exchange('PATCH', location, { sdp });
      if (!isRoomRestartAnswer(answer)) throw misunderstood('reconnect');
      return answer;
    },
    forget() {
      location = null;
    },
    leave() {
      if (location !== null) release(location);
      location = null;
      left.abort();
    },
  };
}

/** True when the server said nothing at all: the network, rather than its opinion. */
export function isUnanswered(error: unknown): boolean {
  return isCallError(error) && error.message === NO_ANSWER;
}

function release(location: string): void {
  // The server frees the seat by itself when this does not arrive.
  fetch(location, { method: 'DELETE', keepalive: true, credentials: 'omit' }).catch(() => {});
}

function createTimeout(clock: Clock): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const cancel = clock.schedule(REQUEST_TIMEOUT, () => {
    controller.abort(new DOMException('The room did not answer in time.', 'TimeoutError'));
  });
  return { signal: controller.signal, cancel };
}

function refusal(status: number, answer: unknown, stage: 'join' | 'reconnect'): CallError {
  const body = parseErrorBody(answer);
  const code = FATAL_BY_CODE[body?.code ?? ''] ?? (status === 404 ? 'no-room' : 'connection-error');
  return new CallError(code, body?.message ?? `The room answered with status ${status}.`, {
    cause: new Error(body?.code ?? `HTTP ${status}`),
    stage,
  });
}

function misunderstood(stage: 'join' | 'reconnect'): CallError {
  return new CallError('connection-error', 'The room answered something unknown.', { stage });
}
