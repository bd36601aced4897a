import { isApiError } from '@kindling/api-client';

/** What a person reads when a message got no answer, and what to do about it. */
export function describeWritingFailure(error: unknown): string {
  if (!isApiError(error)) return 'Your message got no answer. Try again.';
  const { status, code, retryAfter, message } = error;
  if (status === 429) return `Too many messages came from here. ${tryAgain(retryAfter)}`;
  if (code === 'unreachable')
    return 'Your message did not reach the server. Check your connection and try again.';
  if (code === 'timeout' || code === 'aborted')
    return 'The server did not answer in time. Try again.';
  // Refusals say themselves what to do; faults of the server do not.
  const isRefusal = status >= 400 && status < 500;
  return isRefusal ? message : 'Your message got no answer. Try again.';
}

function tryAgain(retryAfter: number | undefined): string {
  if (retryAfter === undefined) return 'Try again in a minute.';
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  if (seconds < 90) return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
