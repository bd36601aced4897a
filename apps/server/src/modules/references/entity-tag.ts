import { ApiError } from '../../platform/errors/api-error.ts';

/** The time of the last change tells one state of an entity from another: it only ever grows. */
export function entityTag(entity: unknown): string | null {
  if (typeof entity !== 'object' || entity === null || !('updatedAt' in entity)) return null;
  return typeof entity.updatedAt === 'string' ? `"${entity.updatedAt}"` : null;
}

/**
 * The time that If-Match names; null when any state will do.
 *
 * @throws `bad_request`
 */
export function readIfMatch(header: string | undefined): string | null {
  if (header === undefined || header === '*') return null;
  const instant = /^(?:W\/)?"(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)"$/.exec(header)?.[1] ?? '';
  if (!instant.startsWith('0000') && !Number.isNaN(Date.parse(instant))) return instant;
  throw new ApiError(
    'bad_request',
    'If-Match: send the ETag of an earlier answer, with its quotes.',
  );
}

export function preconditionFailed(what: string): ApiError {
  return new ApiError(
    'precondition_failed',
    `This ${what} has been changed in the meantime. Read it again and apply your change to the new version.`,
  );
}
