import type { TalkTerms } from '@kindling/protocol/talk';
import { type TalkAddress, talkPaths } from '@kindling/protocol/talk-address';
import { list, number, optional, shape, text, truth } from '../../booking/request/read-json.ts';
import type { Problem } from './problem-strings.ts';

const readTerms = shape({
  assistantName: text,
  maxDurationSeconds: number,
  recordsSound: truth,
  notice: list(text),
  firstMessage: optional(text),
});

/** Timeout of the request, ms. */
const REQUEST_TIMEOUT = 15_000;

/** The terms of the assistant at this address, or why no call with it is possible. Never rejects. */
export async function askTerms({ assistantId, key }: TalkAddress): Promise<TalkTerms | Problem> {
  try {
    const answer = await fetch(talkPaths.terms, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ assistantId }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const body: unknown = await answer.json();
    return answer.ok ? readTerms(body, '') : readProblem(answer.status, body);
  } catch (error) {
    console.error('The server could not be asked about this assistant', error);
    return 'no-answer';
  }
}

const byCode: Readonly<Record<string, Problem>> = {
  token_revoked: 'revoked-key',
  token_disabled: 'disabled-key',
  token_expired: 'expired-key',
  assistant_not_allowed: 'other-assistant',
  origin_not_allowed: 'other-origin',
};

const byStatus: Readonly<Record<number, Problem>> = {
  401: 'unknown-key',
  404: 'no-assistant',
  429: 'too-many',
};

function readProblem(status: number, body: unknown): Problem {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return byCode[String(code)] ?? byStatus[status] ?? 'no-answer';
}
