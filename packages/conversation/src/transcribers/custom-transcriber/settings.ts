import { z } from 'zod';

/** What is read of a transcriber that is the owner's own server; `server` says where it is. */
export const customTranscriberSchema = z.object({
  server: z.looseObject({ url: z.string().optional() }).optional(),
});
