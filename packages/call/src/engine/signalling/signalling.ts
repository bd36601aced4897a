import type {
  IceServersAnswer,
  RoomAnswer,
  RoomJoin,
  RoomLeave,
  RoomRestart,
  RoomRestartAnswer,
} from '@kindling/protocol/room';
import { CallError, type CallErrorCode, isCallError } from '../../core/call-error.ts';
import type { Clock } from '../../core/clock.ts';
import {
  isIceServersAnswer,
  isRoomAnswer,
  isRoomRestartAnswer,
  parseErrorBody,
} from './wire-guards.ts';

/** Timeout of a request to the room, ms. */
const JOIN_TIMEOUT = 10_000;
/** Shorter for restarts: the node that has the room may be dead, and another one is to be asked, ms. */
const RESTART_TIMEOUT = 4_000;
/** At most 64 KiB, of which a character may take three bytes. */
const KEEPALIVE_CHARACTERS = 20_000;
/** How long the first offer waits for the room's ICE servers, ms. */
const ICE_SERVERS_TIMEOUT = 2_000;
const NO_ANSWER = 'The room does not answer.';

/** The HTTP side of a room: join, restart, leave. */
export interface Signalling {
  /** What the room takes; null when it does not answer in time: then joining reports it. */
  askIceServers(): Promise<IceServersAnswer | null>;
  join(request: RoomJoin): Promise<RoomAnswer>;
  /** @throws a `CallError`; its code is fatal when the room no longer knows this participant */
  restart(request: RoomRestart, signal: AbortSignal): Promise<RoomRestartAnswer>;
  /**
   * Fire and forget, even while the page is unloading; a pending join is undone when answered.
   * `frames` may not have arrived.
   */
  leave(lost: boolean, frames: readonly string[]): void;
  /** The room has removed us already: leaving need not be sent. */
  forget(): void;
}

/** The API's error codes and those of the page; any other code is a failed connection. */
const FATAL_BY_CODE: Readonly<Record<string, CallErrorCode>> = {
  room_not_found: 'no-room',
  not_found: 'no-room',
  room_full: 'meeting-full',
  room_ended: 'exp-room',
  room_expired: 'exp-room',
  room_not_open_yet: 'nbf-room',
  token_not_valid_yet: 'nbf-token',
  not_allowed: 'not-allowed',
  ejected: 'ejected',
  client_outdated: 'end-of-life',
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

  const exchange = async (
    method: 'POST' | 'PATCH',
    target: string,
    body: object,
    ...aborts: AbortSignal[]
  ) => {
    const timeout = createTimeout(clock, method === 'POST' ? JOIN_TIMEOUT : RESTART_TIMEOUT);
    const signal = AbortSignal.any([timeout.signal, ...aborts]);
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
    async askIceServers() {
      const timeout = createTimeout(clock, ICE_SERVERS_TIMEOUT);
      try {
        // A simple request: cross-origin pages send it without a CORS preflight.
        const response = await fetch(`${url.replace(/\/+$/, '')}/ice-servers`, {
          credentials: 'omit',
          cache: 'no-store',
          signal: AbortSignal.any([timeout.signal, left.signal]),
        });
        const answer: unknown = response.ok ? await response.json() : null;
        return isIceServersAnswer(answer) ? answer : null;
      } catch {
        return null;
      } finally {
        timeout.cancel();
      }
    },
    async join(request) {
      const answer = await exchange('POST', url, request);
      if (!isRoomAnswer(answer)) throw misunderstood('join');
      location = new URL(answer.location, url).href;
      // Left while the answer was on its way: the server must free the participant.
      if (left.signal.aborted) release(location);
      return answer;
    },
    async restart(request, signal) {
      if (location === null) throw new CallError('connection-error', 'Not in the room.');
      const answer = await exchange('PATCH', location, request, left.signal, signal);
      if (!isRoomRestartAnswer(answer)) throw misunderstood('reconnect');
      return answer;
    },
    forget() {
      location = null;
    },
    leave(lost, frames) {
      if (location !== null) release(lost ? `${location}?lost` : location, frames);
      location = null;
      left.abort();
    },
  };
}

/** True when there was no response at all: a network failure. */
export function isUnanswered(error: unknown): boolean {
  return isCallError(error) && error.message === NO_ANSWER;
}

/** Another server has the room in a moment. */
export function isMoving(error: unknown): boolean {
  return isCallError(error) && causeOf(error) === 'not_ready';
}

/** Nobody answered who could know the room: perhaps its server has just died. */
export function mayJoinLater(error: unknown): boolean {
  return (
    isUnanswered(error) || (isCallError(error) && /^(not_ready|HTTP 50[234])$/.test(causeOf(error)))
  );
}

const causeOf = ({ cause }: CallError) => (cause instanceof Error ? cause.message : '');

function release(location: string, frames: readonly string[] = []): void {
  const body = JSON.stringify({ frames } satisfies RoomLeave);
  const request: RequestInit =
    frames.length === 0 ? {} : { body, headers: { 'content-type': 'application/json' } };
  // Browsers reject larger keepalive requests.
  const keepalive = body.length < KEEPALIVE_CHARACTERS;
  // The server frees the participant by itself when this does not arrive.
  fetch(location, { ...request, method: 'DELETE', keepalive, credentials: 'omit' }).catch(() => {});
}

function createTimeout(clock: Clock, limit: number): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const cancel = clock.schedule(limit, () => {
    controller.abort(new DOMException('The room did not answer in time.', 'TimeoutError'));
  });
  return { signal: controller.signal, cancel };
}

/** Converts an error of the API to a `CallError`. */
export function refusal(
  status: number,
  answer: unknown,
  stage: 'join' | 'reconnect' | 'room-lookup',
): CallError {
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
