import { S3ServiceException } from '@aws-sdk/client-s3';
import { ApiError } from '../errors/api-error.ts';

/** Of a blob, of one whose head alone is asked for, and of an upload in parts. */
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** What is asked for is not there. A bucket or a key that is not there is another fault of the same status. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && MISSING.has(error.name);
}

/** Whether the store may do better in a moment: it was not reached, is busy, or failed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof Error && error.name === 'AbortError') return false;
  const status = statusOf(error);
  if (status === null || status >= 500 || status === 429 || status === 408) return true;
  return error instanceof Error && error.name === 'RequestTimeout';
}

/** In words: what libraries put into their errors beside them may hold what signs requests. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that were tried, the message is empty.
  const known = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const code = 'code' in known && typeof known.code === 'string' ? known.code : known.name;
  const status = statusOf(error);
  return `${code}${status === null ? '' : ` (${status})`}: ${known.message}`;
}

export function storageUnavailable(fault: string): ApiError {
  return new ApiError(
    'storage_unavailable',
    'The storage of this server does not answer. Try again in a moment.',
    { headers: { 'Retry-After': '5' }, cause: new Error(fault) },
  );
}

function statusOf(error: unknown): number | null {
  if (!(error instanceof S3ServiceException)) return null;
  return error.$metadata.httpStatusCode ?? null;
}
