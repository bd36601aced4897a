import { FILE_MAX_BYTES, type Operation, operations } from '@kindling/protocol';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ApiError } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

const BODY_LIMIT_BYTES = 256 * 1_024;
/** A file and the form around it. */
const UPLOAD_LIMIT_BYTES = FILE_MAX_BYTES + 64 * 1_024;

const UPLOADS: ReadonlySet<string> = new Set(
  Object.values<Operation>(operations)
    .filter(({ bodyType }) => bodyType === 'multipart')
    .map(({ method, path }) => `${method} ${path}`),
);

/** Refuses bodies that are too long before they are read; where files are sent more is allowed. */
export function limitBodies(): MiddlewareHandler<AppEnv> {
  const plain = limitTo(BODY_LIMIT_BYTES);
  const upload = limitTo(UPLOAD_LIMIT_BYTES);
  return (c, next) => (UPLOADS.has(`${c.req.method} ${c.req.path}`) ? upload : plain)(c, next);
}

function limitTo(maxSize: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize,
    onError() {
      throw new ApiError('body_too_large', `The body may have at most ${maxSize} bytes.`, {
        // The rest of the body is not read: the connection cannot carry another request.
        headers: { Connection: 'close' },
      });
    },
  });
}
