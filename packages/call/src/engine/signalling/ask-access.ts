import type { AccessAnswer } from '@kindling/protocol/room';
import { CallError } from '../../core/call-error.ts';
import { refusal } from './signalling.ts';

const TIMEOUT = 10_000;

/**
 * The access that joining a room with this token would give.
 *
 * @throws a `CallError`
 */
export async function askAccess(url: string, token: string | undefined): Promise<AccessAnswer> {
  let response: Response;
  try {
    response = await fetch(`${url.replace(/\/+$/, '')}/access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(token === undefined ? {} : { token }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch (cause) {
    throw new CallError('connection-error', 'The room does not answer.', {
      cause,
      stage: 'room-lookup',
    });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, answer, 'room-lookup');
  if (isAccessAnswer(answer)) return answer;
  throw new CallError('connection-error', 'The room answered something unknown.', {
    stage: 'room-lookup',
  });
}

function isAccessAnswer(value: unknown): value is AccessAnswer {
  if (!isObject(value) || !isObject(value.room)) return false;
  const { level, room } = value;
  return (
    (level === 'none' || level === 'lobby' || level === 'full') &&
    typeof room.id === 'string' &&
    typeof room.name === 'string' &&
    isObject(room.config) &&
    isObject(room.tokenConfig)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
