import { saysTooLong } from './fit-context.ts';
import { ModelError, type ModelErrorCode } from './model-error.ts';

const CODES: Readonly<Record<number, ModelErrorCode>> = {
  400: 'model_bad_request',
  401: 'model_unauthorized',
  403: 'model_unauthorized',
  404: 'model_not_found',
  408: 'model_timeout',
  422: 'model_bad_request',
  429: 'model_rate_limited',
};

const ADVICE: Partial<Record<ModelErrorCode, string>> = {
  model_unauthorized: 'The model server refused the key; check the credential.',
  model_not_found: 'The model server does not know this address or model; check both.',
  model_bad_request: 'The model server refused the request; check the model and its settings.',
  model_rate_limited: 'The model server is asked too often; try again later.',
  model_timeout: 'The model server gave up waiting.',
};

/** As OpenAI and others name it where they answer 429. Others write “quota” of a limit that passes. */
const NOTHING_LEFT = /insufficient[_ ](?:quota|balance|credits|funds)|billing_(?:hard|not)/i;

export const TOO_LONG_MESSAGE =
  'The conversation is longer than the context of the model; load it with a longer one.';

export const NOTHING_LEFT_MESSAGE = 'The account of the model has nothing left: pay its bill.';

/** The error for an HTTP status. The server's own text is left out: some repeat the key in it. */
export function readFailure(
  response: Pick<Response, 'status' | 'headers'> & { readonly text?: string | null },
  now: number,
): ModelError {
  const { status, text } = response;
  if (status === 402 || (status === 429 && NOTHING_LEFT.test(text ?? '')))
    return new ModelError('model_unauthorized', `${NOTHING_LEFT_MESSAGE} (HTTP ${status})`, {
      status,
    });
  if (saysTooLong(text))
    return new ModelError('model_too_long', `${TOO_LONG_MESSAGE} (HTTP ${status})`, { status });
  const code = CODES[status] ?? (status >= 500 ? 'model_unavailable' : 'model_bad_request');
  const message = ADVICE[code] ?? 'The model server failed; try again or check its log.';
  const { headers } = response;
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  const retryAfter = exact >= 0 ? exact : readRetryAfter(headers.get('retry-after'), now);
  return new ModelError(code, `${message} (HTTP ${status})`, {
    status,
    ...(retryAfter === null ? {} : { retryAfter }),
  });
}

/** `Retry-After` in ms: seconds or a date; null when absent or unreadable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
