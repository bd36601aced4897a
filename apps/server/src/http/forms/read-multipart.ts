import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { AppContext } from './app-env.ts';
import { badFields, mediaType, parseWith } from './read-json.ts';
import { findUnstorable } from './unstorable.ts';

/** Reads a form with files and checks it against `schema`; a file is a `File`. Throws 415 or `bad_request`. */
export async function readMultipart<S extends z.ZodType>(
  c: AppContext,
  schema: S,
): Promise<z.output<S>> {
  if (mediaType(c) !== 'multipart/form-data') {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body as a form, with Content-Type: multipart/form-data.',
    );
  }
  let form: Record<string, unknown>;
  try {
    form = await c.req.parseBody({ all: true });
  } catch (cause) {
    throw new ApiError('bad_request', 'The form ended before it was complete.', { cause });
  }
  const fields = Object.fromEntries(
    Object.entries(form).filter(([, value]) => !(value instanceof File)),
  );
  const unstorable = findUnstorable(fields);
  if (unstorable !== null) throw badFields('body', [unstorable]);
  return parseWith(schema, form, 'body');
}
