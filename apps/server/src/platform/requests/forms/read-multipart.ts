import type { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import type { AppContext } from '../app-env.ts';
import { badFields, mediaType, parseWith } from '../bodies/read-json.ts';
import { findUnstorable } from '../bodies/unstorable.ts';
import type { ReceivedForm } from './receive-form.ts';

/** @throws 415 for a body that is no form */
export function assertForm(c: AppContext): void {
  if (mediaType(c) === 'multipart/form-data') return;
  throw new ApiError(
    'unsupported_media_type',
    'Send the body as a form, with Content-Type: multipart/form-data.',
  );
}

/**
 * Checks a form against `schema`; a file is a `File`.
 *
 * @throws `bad_request`
 */
export function parseForm<S extends z.ZodType>(form: ReceivedForm, schema: S): z.output<S> {
  const texts = Object.entries(form.fields).filter(([, value]) => !(value instanceof File));
  const unstorable = findUnstorable(Object.fromEntries(texts));
  if (unstorable !== null) throw badFields('body', [unstorable]);
  return parseWith(schema, form.fields, 'body');
}
