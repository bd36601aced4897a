import { roomJoinSchema, roomRestartSchema } from '@kindling/protocol/room';
import type { z } from 'zod';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext } from '../../platform/requests/app-env.ts';
import {
  mediaType,
  parseWith,
  readJson,
  readText,
} from '../../platform/requests/bodies/read-json.ts';

const SDP = 'application/sdp';

/** True when the caller spoke bare WHIP; it is answered in kind. */
export function isBareOffer(c: AppContext): boolean {
  return mediaType(c) === SDP;
}

/** The offer of a participant that joins: JSON, or the SDP alone. */
export const readJoin = (c: AppContext) => readOffer(c, roomJoinSchema);

/** A new offer from a participant who is already in the room. */
export const readRestart = (c: AppContext) => readOffer(c, roomRestartSchema);

async function readOffer<S extends z.ZodType>(c: AppContext, schema: S): Promise<z.output<S>> {
  if (!isBareOffer(c)) {
    if (mediaType(c).endsWith('json')) return readJson(c, schema);
    throw new ApiError(
      'unsupported_media_type',
      'Send the offer as application/json, or the SDP alone as application/sdp.',
    );
  }
  const sdp = await readText(c);
  if (sdp.trim() === '') throw new ApiError('invalid_sdp', 'The offer is empty.');
  return parseWith(schema, { sdp }, 'body');
}
