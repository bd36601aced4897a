import { VoiceError, type VoiceErrorCode } from './voice-error.ts';

const CODES: Readonly<Record<number, VoiceErrorCode>> = {
  400: 'voice_bad_request',
  401: 'voice_unauthorized',
  402: 'voice_quota',
  403: 'voice_unauthorized',
  404: 'voice_not_found',
  405: 'voice_not_found',
  408: 'voice_timeout',
  413: 'voice_bad_request',
  415: 'voice_bad_request',
  422: 'voice_bad_request',
  429: 'voice_rate_limited',
};
/** Not begun: busy, or asked too often. */
const UNWORKED: ReadonlySet<number> = new Set([429, 503]);
/** As providers name it in the bodies of 401, 402, 403 and 429. */
const QUOTA = /quota|insufficient|credits?_|billing|payment|out of credits/i;
/** Of a refusal: the rest is not read, characters. */
const READ_MAX = 4_000;
/** The name of an error, which alone is repeated: sentences of a provider may quote what was sent, or a key. */
const NAME = /^[A-Za-z][\w.-]{2,59}$/;

export interface Refused {
  readonly provider: string;
  readonly access: string;
}

/** The error for an answer that is none, with what its owner can do about it. Reads the body. */
export async function readFailure(
  response: Response,
  { provider, access }: Refused,
  now: number,
): Promise<VoiceError> {
  const { status, headers } = response;
  const text = await readStart(response).catch(() => '');
  const isQuota = [401, 402, 403, 429].includes(status) && QUOTA.test(text);
  const code = isQuota
    ? 'voice_quota'
    : (CODES[status] ?? (status >= 500 ? 'voice_unavailable' : 'voice_bad_request'));
  const name = nameOf(text);
  const answered = name === null ? `${status}` : `${status}, ${name}`;
  const retryAfter = readRetryAfter(headers.get('retry-after'), now);
  return new VoiceError(code, `${adviceOn(code, provider, access)} (${answered})`, {
    status,
    unworked: UNWORKED.has(status) && !isQuota,
    ...(retryAfter !== null && { retryAfter }),
  });
}

function adviceOn(code: VoiceErrorCode, provider: string, access: string): string {
  switch (code) {
    case 'voice_unauthorized':
      return `${provider} refused ${access}: check it.`;
    case 'voice_quota':
      return `The account of ${provider} behind ${access} has nothing left: raise its quota or pay its bill.`;
    case 'voice_rate_limited':
      return `${provider} is asked too often with ${access}: raise its limits.`;
    case 'voice_not_found':
      return `${provider} does not know this voice, model or address: check voiceId, model and url.`;
    case 'voice_bad_request':
      return `${provider} refused the request: check the fields of the voice.`;
    default:
      return `${provider} failed.`;
  }
}

/** No connection, or one that broke. Only a connection that was never made is known to have cost nothing. */
export function unreachable(provider: string, cause: unknown, heard: boolean): VoiceError {
  if (heard)
    return new VoiceError('voice_cut_off', `${provider} broke off in the middle of a sentence.`, {
      cause,
    });
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new VoiceError('voice_unreachable', `${provider} cannot be reached${why}.`, {
    cause,
    unworked: hasCode(cause, 'ECONNREFUSED'),
  });
}

function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === code) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.some((one: unknown) => hasCode(one, code));
}

/** `{detail: {status}}`, `{error: {code}}`, `{err_code}`, `{code}`, …: the first that is a name. */
function nameOf(text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const fields = [body, pick(body, 'detail'), pick(body, 'error')];
  for (const one of fields)
    for (const key of ['status', 'code', 'err_code', 'type', 'error']) {
      const name = pick(one, key);
      if (typeof name === 'string' && NAME.test(name)) return name;
    }
  return null;
}

function pick(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

async function readStart({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop closes the body.
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    if (text.length > READ_MAX) break;
  }
  return text;
}

/** Seconds or a date, as ms; null: absent or unreadable. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
