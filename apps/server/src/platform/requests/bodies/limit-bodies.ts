import { FILE_MAX_BYTES, type Operation, operations } from '@kindling/protocol';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from '../../errors/api-error.ts';
import type { AppEnv } from '../app-env.ts';

const BODY_LIMIT_BYTES = 256 * 1_024;
/** A file and the form around it. */
export const UPLOAD_LIMIT_BYTES = FILE_MAX_BYTES + 64 * 1_024;

const UPLOADS: ReadonlySet<string> = new Set(
  Object.values<Operation>(operations)
    .filter(({ bodyType }) => bodyType === 'multipart')
    .map(({ method, path }) => `${method} ${path}`),
);

/** Refuses bodies that are too long before they are read; where files are sent more is allowed. */
export function limitBodies(): MiddlewareHandler<AppEnv> {
  const plain = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError() {
      throw tooLarge(BODY_LIMIT_BYTES);
    },
  });
  return (c, next) =>
    UPLOADS.has(`${c.req.method} ${c.req.path}`) ? limitUpload(c, next) : plain(c, next);
}

/** Only what is said of the length: the body is counted when it is received, after the key was checked. */
const limitUpload: MiddlewareHandler<AppEnv> = async (c, next) => {
  const length = Number(c.req.header('content-length') ?? '0');
  if (length > UPLOAD_LIMIT_BYTES) throw tooLarge(UPLOAD_LIMIT_BYTES);
  await next();
};

export function tooLarge(most: number): ApiError {
  return new ApiError('body_too_large', `The body may have at most ${most} bytes.`, {
    // The rest of the body is not read: the connection cannot carry another request.
    headers: { Connection: 'close' },
  });
}
