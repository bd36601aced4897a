import { z } from 'zod';

const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(9999, 11, 31);

/** A moment as ISO 8601 with its offset; of the years that every database and every clock knows. */
export const momentSchema = z.iso.datetime({ offset: true }).refine((text) => {
  const time = Date.parse(text);
  return time >= FIRST && time <= LAST;
}, 'must be between 1970 and 9999.');
