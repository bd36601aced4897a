import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.ts';

const payload = z.object({ sessionId: z.uuid() });
export type SessionOutputsPayload = z.output<typeof payload>;

/** Takes down of a session that was completed what its assistants name; carried out with the calls. */
export const SESSION_OUTPUTS = {
  name: 'session.outputs',
  payload,
  attempts: 3,
  timeout: 25 * 60_000,
} satisfies JobKind<typeof payload>;
